package org.slrm.internal.selection.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.label.Gaussian;
import org.slrm.method.LikelihoodConfig;

class WarmStartsTest {
  private static final LikelihoodConfig PLAIN =
      LikelihoodConfig.defaults().withRank(1).withSupervision(1);
  private static final Factors FIT =
      new Factors(
          1,
          new double[] {1, 2, 3},
          new double[] {4, 5, 6},
          new double[] {7, 8, 9},
          List.of(Gaussian.LABEL));

  private static SharedFits.Key key(LikelihoodConfig config) {
    return new SharedFits.Key(config, true, SharedFits.View.PLAIN);
  }

  @Test
  void anotherFoldTakesOverNothingThatIsKnownOfLabels() {
    WarmStarts warm = WarmStarts.ofFold(Map.of(key(PLAIN), FIT));
    Factors start = warm.joint(key(PLAIN), 2);
    assertEquals(2, start.columns());
    assertEquals(List.of(), start.labels());
    assertEquals(5, warm.iterations(start, 12));
    assertEquals(3, warm.iterations(start, 3));
  }

  @Test
  void featuresThatWereTurnedTowardsLabelsAreNotTakenOver() {
    LikelihoodConfig supervised = LikelihoodConfig.defaults().withRank(1).withSupervision(10);
    WarmStarts warm = WarmStarts.ofFold(Map.of(key(supervised), FIT));
    assertNull(warm.joint(key(supervised), 2));
    assertEquals(12, warm.iterations(null, 12));
  }

  @Test
  void theFitOfAllRowsTakesOverEverything() {
    WarmStarts warm = WarmStarts.ofPart(Map.of(key(PLAIN), FIT));
    assertEquals(FIT, warm.joint(key(PLAIN), 2));
    assertEquals(30, warm.iterations(FIT, 30));
  }
}
