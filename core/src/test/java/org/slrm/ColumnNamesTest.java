package org.slrm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.method.LabelKind;
import org.slrm.method.LikelihoodConfig;

/** Names of features and targets in fits from arrays. */
class ColumnNamesTest {
  private static final IncompleteMatrix X = columns(2, 1);
  private static final IncompleteMatrix Y = columns(2, 2);

  private static IncompleteMatrix columns(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] out = new double[60][count];
    for (double[] row : out) {
      for (int j = 0; j < count; j++) {
        row[j] = random.nextGaussian();
      }
    }
    return IncompleteMatrix.ofNaN(out);
  }

  private static Trainer trainer() {
    return Slrm.with(LikelihoodConfig.defaults().withRank(1)).threads(1).folds(0);
  }

  private static String refused(Runnable fit) {
    return assertThrows(IllegalArgumentException.class, fit::run).getMessage();
  }

  @Test
  void aModelKeepsTheNamesThroughItsStateAndItsCopies() {
    Trainer named = trainer().featureNames(List.of("age", "dose")).targetNames(List.of("y", "z"));
    SlrmModel model = SlrmModel.of(named.fit(X, Y).state()).within(0, -1, 1).extrapolating();
    assertEquals(List.of("age", "dose"), model.featureNames());
    assertEquals(List.of("y", "z"), model.targetNames());
    assertEquals("z", model.target(1).name());
  }

  @Test
  void withoutNamesNothingIsStored() {
    SlrmModel model = trainer().fit(X, Y);
    assertEquals(List.of(), model.featureNames());
    assertEquals("", model.target(0).name());
    assertFalse(model.state().values().containsKey("featureNames"));
  }

  @Test
  void auxiliaryTargetsHaveNoNames() {
    List<LabelKind> numbers = List.of(LabelKind.NUMERIC, LabelKind.NUMERIC);
    Trainer named = trainer().folds(3).targetNames(List.of("y", "z"));
    SlrmModel model = named.auxiliaryTargets(columns(2, 3), numbers).fit(X, Y);
    assertEquals(List.of("y", "z"), model.targetNames());
  }

  @Test
  void wrongNamesAreRefused() {
    assertEquals(
        "feature names must not be empty, got an empty name at position 1",
        refused(() -> trainer().featureNames(List.of("a", " "))));
    assertEquals(
        "target names must differ, got \"y\" twice",
        refused(() -> trainer().targetNames(List.of("y", "y"))));
    String size = refused(() -> trainer().featureNames(List.of("a")).fit(X, Y));
    assertTrue(size.contains("feature names") && size.contains("got 1"), size);
  }
}
