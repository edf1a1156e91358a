package org.slrm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slrm.data.IncompleteMatrix;
import org.slrm.method.AutoConfig;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.method.MethodConfig;
import org.slrm.method.TreesConfig;
import org.slrm.paper.PlsConfig;
import org.slrm.result.CrossValidated;

/** Rows that belong together are on one side of every split. */
class HonestSplitsTest {
  private static final int GROUPS = 30;
  private static final int EACH = 12;

  /** Features that give the group away, labels that are the group's own and little else. */
  private record Subjects(IncompleteMatrix x, double[] y, int[] group) {}

  private static Subjects subjects() {
    SplittableRandom random = new SplittableRandom(3);
    int n = GROUPS * EACH;
    int[] group = IntStream.range(0, n).map(i -> i % GROUPS).toArray();
    double[][] face = new double[GROUPS][6];
    double[] level = new double[GROUPS];
    for (int g = 0; g < GROUPS; g++) {
      Arrays.setAll(face[g], j -> random.nextGaussian());
      level[g] = random.nextGaussian();
    }
    IncompleteMatrix.Builder x = IncompleteMatrix.builder(6);
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      int g = group[i];
      double[] row = new double[6];
      Arrays.setAll(
          row,
          j -> random.nextDouble() < 0.1 ? Double.NaN : face[g][j] + 0.05 * random.nextGaussian());
      x.addNaN(row);
      y[i] = level[g] + 0.1 * random.nextGaussian();
    }
    return new Subjects(x.build(), y, group);
  }

  static Stream<MethodConfig> methods() {
    return Stream.of(
        AutoConfig.defaults(),
        TreesConfig.defaults(),
        LikelihoodConfig.defaults(),
        MeanElasticNetConfig.defaults(),
        PlsConfig.defaults());
  }

  static Stream<MethodConfig> methodsThatChooseWithinAFold() {
    return Stream.of(TreesConfig.defaults(), MeanElasticNetConfig.defaults(), PlsConfig.defaults());
  }

  @ParameterizedTest
  @MethodSource("methods")
  void noGroupIsInTwoFolds(MethodConfig config) {
    Subjects s = subjects();
    SlrmModel model = Slrm.with(config).groups(s.group).fit(s.x, s.y);
    CrossValidated cv = model.report().validation();
    for (int g = 0; g < GROUPS; g++) {
      int of = g;
      long folds =
          IntStream.range(0, cv.rows())
              .filter(i -> s.group[i] == of)
              .map(cv::fold)
              .distinct()
              .count();
      assertEquals(1, folds, "folds of group " + g);
    }
    assertEquals("by group", model.report().settings().get("split"));
  }

  @Test
  void whatGivesTheGroupAwayExplainsNothingOfNewGroups() {
    Subjects s = subjects();
    Trainer trees = Slrm.with(TreesConfig.defaults());
    double shuffled = trees.fit(s.x, s.y).report().scores().get(0).r2();
    SlrmModel honest = trees.groups(s.group).fit(s.x, s.y);
    assertTrue(shuffled > 0.8, "shuffled R² " + shuffled);
    assertTrue(honest.report().scores().get(0).r2() < 0.3);
  }

  /** A label that wanders, features that wander with it for a while. */
  private static double[] wandering(IncompleteMatrix.Builder x, int n, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] y = new double[n];
    double[] z = new double[5];
    double level = 0;
    for (int i = 0; i < n; i++) {
      level += 0.2 * random.nextGaussian();
      for (int j = 0; j < z.length; j++) {
        z[j] += 0.2 * random.nextGaussian();
      }
      x.addNaN(z);
      y[i] = level + 0.5 * z[0] + 0.1 * random.nextGaussian();
    }
    return y;
  }

  @ParameterizedTest
  @MethodSource("methods")
  void laterRowsAreEvaluatedByEarlierOnes(MethodConfig config) {
    IncompleteMatrix.Builder rows = IncompleteMatrix.builder(5);
    int n = 300;
    double[] y = wandering(rows, n, 5);
    double[] time = IntStream.range(0, n).mapToDouble(i -> i).toArray();
    SlrmModel model = Slrm.with(config).time(time).fit(rows.build(), y);
    CrossValidated cv = model.report().validation();
    int[] fold = cv.fold();
    assertEquals(-1, fold[0]);
    for (int i = 1; i < n; i++) {
      assertTrue(fold[i] >= fold[i - 1], "fold " + fold[i] + " of row " + i);
      assertEquals(fold[i] < 0, Double.isNaN(cv.prediction(i, 0)), "row " + i);
    }
    assertEquals("by time", model.report().settings().get("split"));
  }

  /** Whatever comes after a block must not move a prediction of it. */
  @ParameterizedTest
  @MethodSource("methodsThatChooseWithinAFold")
  void theFutureDoesNotChangeWhatWasPredictedOfThePast(MethodConfig config) {
    IncompleteMatrix.Builder rows = IncompleteMatrix.builder(5);
    int n = 240;
    double[] y = wandering(rows, n, 6);
    IncompleteMatrix x = rows.build();
    double[] time = IntStream.range(0, n).mapToDouble(i -> i).toArray();
    CrossValidation by = CrossValidation.of(config).folds(3).time(time);
    CrossValidated cv = by.run(x, IncompleteMatrix.ofColumn(y));
    double[] other = y.clone();
    int last = IntStream.range(0, n).filter(i -> cv.fold(i) == 2).min().orElseThrow();
    Arrays.fill(other, last, n, 100);
    CrossValidated changed = by.run(x, IncompleteMatrix.ofColumn(other));
    assertArrayEquals(
        Arrays.copyOf(cv.prediction(), last), Arrays.copyOf(changed.prediction(), last));
  }

  @Test
  void aWanderingLabelIsNotPromisedToBeKnown() {
    IncompleteMatrix.Builder rows = IncompleteMatrix.builder(5);
    int n = 500;
    double[] y = wandering(rows, n, 8);
    IncompleteMatrix x = rows.build();
    double[] time = IntStream.range(0, n).mapToDouble(i -> i).toArray();
    Trainer trees = Slrm.with(TreesConfig.defaults());
    double shuffled = trees.fit(x, y).report().scores().get(0).mse();
    double honest = trees.time(time).fit(x, y).report().scores().get(0).mse();
    assertTrue(honest > 5 * shuffled, honest + " against " + shuffled);
  }

  @Test
  void orderOfRowsDoesNotMatterWhereTheyHaveTimes() {
    IncompleteMatrix.Builder rows = IncompleteMatrix.builder(5);
    int n = 200;
    double[] y = wandering(rows, n, 9);
    IncompleteMatrix x = rows.build();
    int[] back = IntStream.range(0, n).map(i -> n - 1 - i).toArray();
    double[] reversed = IntStream.of(back).mapToDouble(i -> y[i]).toArray();
    MethodConfig config = TreesConfig.defaults();
    double[] time = IntStream.range(0, n).mapToDouble(i -> i).toArray();
    double[] backTime = IntStream.of(back).mapToDouble(i -> i).toArray();
    CrossValidated there =
        CrossValidation.of(config).time(time).run(x, IncompleteMatrix.ofColumn(y));
    CrossValidated here =
        CrossValidation.of(config)
            .time(backTime)
            .run(x.selectRows(back), IncompleteMatrix.ofColumn(reversed));
    for (int i = 0; i < n; i++) {
      assertEquals(there.fold(i), here.fold(n - 1 - i));
    }
  }

  @Test
  void misuseIsNamed() {
    IncompleteMatrix x = subjects().x;
    double[] y = subjects().y;
    Trainer trainer = Slrm.with(PlsConfig.defaults()).groups(new int[] {1, 2, 3});
    assertEquals(
        "number of group entries must equal number of rows (360), got 3",
        assertThrows(IllegalArgumentException.class, () -> trainer.fit(x, y)).getMessage());
  }
}
