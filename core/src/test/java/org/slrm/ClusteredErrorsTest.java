package org.slrm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.method.AutoConfig;
import org.slrm.method.MeanElasticNetConfig;
import org.slrm.result.CrossValidated;
import org.slrm.result.FitReport;
import org.slrm.result.Folds;
import org.slrm.result.Metrics;

/**
 * Standard errors of cross-validated errors when rows of a group or a time depend on each other.
 */
class ClusteredErrorsTest {
  private static final int DRAWS = 60;
  private static final int ROWS = 300;
  private static final int GROUPS = 20;

  /** Rows whose noise comes from {@code effect}, features that say a little about the label. */
  private record Draw(IncompleteMatrix x, double[] y) {
    static Draw of(SplittableRandom random, double[] effect) {
      IncompleteMatrix.Builder x = IncompleteMatrix.builder(3);
      double[] y = new double[ROWS];
      for (int i = 0; i < ROWS; i++) {
        double[] row = new double[3];
        Arrays.setAll(row, j -> random.nextGaussian());
        y[i] = row[0] + 0.3 * random.nextGaussian() + effect[i];
        row[1] = random.nextDouble() < 0.3 ? Double.NaN : row[1];
        x.addNaN(row);
      }
      return new Draw(x.build(), y);
    }
  }

  /** Spread of the error over draws, and what single draws say of it. */
  private record Spread(double ofDraws, double stated, double rowWise) {
    static Spread of(FitReport[] reports) {
      double[] mse = Arrays.stream(reports).mapToDouble(r -> r.scores().get(0).mse()).toArray();
      double mean = Arrays.stream(mse).average().orElseThrow();
      double variance = Arrays.stream(mse).map(e -> (e - mean) * (e - mean)).sum() / (DRAWS - 1);
      return new Spread(
          Math.sqrt(variance),
          average(reports, r -> r.scores().get(0).standardError()),
          average(reports, r -> r.validation().in(null).mseStandardError(0)));
    }

    private static double average(
        FitReport[] reports, java.util.function.ToDoubleFunction<FitReport> of) {
      return Arrays.stream(reports).mapToDouble(of).average().orElseThrow();
    }

    void check() {
      assertEquals(1, stated / ofDraws, 0.5, "stated " + stated + ", over draws " + ofDraws);
      assertTrue(stated > ofDraws / 1.5, "stated " + stated + ", over draws " + ofDraws);
      assertTrue(rowWise < ofDraws / 2, "by rows " + rowWise + ", over draws " + ofDraws);
    }
  }

  @Test
  void standardErrorOfGroupsIsThatOfRepeatedDraws() {
    int[] group = IntStream.range(0, ROWS).map(i -> i % GROUPS).toArray();
    FitReport[] reports = new FitReport[DRAWS];
    for (int d = 0; d < DRAWS; d++) {
      SplittableRandom random = new SplittableRandom(100 + d);
      double[] level = random.doubles(GROUPS).map(u -> 0).toArray();
      Arrays.setAll(level, g -> random.nextGaussian());
      double[] effect = IntStream.of(group).mapToDouble(g -> level[g]).toArray();
      Draw draw = Draw.of(random, effect);
      reports[d] =
          Slrm.with(MeanElasticNetConfig.defaults())
              .groups(group)
              .threads(1)
              .fit(draw.x, draw.y)
              .report();
    }
    Spread.of(reports).check();
  }

  @Test
  void standardErrorOfTimesIsThatOfRepeatedDraws() {
    double[] time = IntStream.range(0, ROWS).mapToDouble(i -> i).toArray();
    FitReport[] reports = new FitReport[DRAWS];
    for (int d = 0; d < DRAWS; d++) {
      SplittableRandom random = new SplittableRandom(500 + d);
      double[] effect = new double[ROWS];
      for (int i = 1; i < ROWS; i++) {
        effect[i] = 0.9 * effect[i - 1] + 0.5 * random.nextGaussian();
      }
      Draw draw = Draw.of(random, effect);
      reports[d] =
          Slrm.with(MeanElasticNetConfig.defaults())
              .time(time)
              .threads(1)
              .fit(draw.x, draw.y)
              .report();
    }
    Spread.of(reports).check();
  }

  @Test
  void candidatesHaveTheStandardErrorOfGroupsToo() {
    int[] group = IntStream.range(0, ROWS).map(i -> i % GROUPS).toArray();
    SplittableRandom random = new SplittableRandom(3);
    double[] level = random.doubles(GROUPS).map(u -> 4 * u).toArray();
    Draw draw = Draw.of(random, IntStream.of(group).mapToDouble(g -> level[g]).toArray());
    AutoConfig quick = AutoConfig.defaults().withEffort(AutoConfig.Effort.QUICK);
    FitReport report = Slrm.with(quick).groups(group).threads(1).fit(draw.x, draw.y).report();
    double stated = report.scores().get(0).standardError();
    double rowWise = report.validation().in(null).mseStandardError(0);
    assertTrue(rowWise < 0.6 * stated, rowWise + ", by groups " + stated);
    for (FitReport.CandidateScore c : report.candidates()) {
      if (c.weight() > 0) {
        assertEquals(1, c.standardError() / stated, 0.2, c.name());
      }
    }
  }

  @Test
  void crossValidationKnowsTheGroups() {
    int[] group = IntStream.range(0, ROWS).map(i -> i % GROUPS).toArray();
    Draw draw = Draw.of(new SplittableRandom(1), new double[ROWS]);
    CrossValidated cv =
        CrossValidation.of(MeanElasticNetConfig.defaults())
            .groups(group)
            .run(draw.x, IncompleteMatrix.ofNaN(column(draw.y)));
    assertEquals(GROUPS, IntStream.of(cv.clusters()).distinct().count());
  }

  private static double[][] column(double[] y) {
    return Arrays.stream(y).mapToObj(v -> new double[] {v}).toArray(double[][]::new);
  }

  @Test
  void clustersOfOneRowEachGiveTheStandardErrorOfIndependentRows() {
    double[] loss = {1, 4, 2, 8, 5, 7};
    int[] own = {0, 1, 2, 3, 4, 5};
    assertEquals(
        Metrics.meanStandardError(loss, null, null),
        Metrics.meanStandardError(loss, null, own),
        1e-12);
  }

  @Test
  void copiesOfARowInOneClusterDoNotLowerTheStandardError() {
    double[] loss = {1, 4, 2, 8};
    double[] copied = {1, 1, 1, 4, 4, 4, 2, 2, 2, 8, 8, 8};
    int[] cluster = {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3};
    assertEquals(
        Metrics.meanStandardError(loss, null, null),
        Metrics.meanStandardError(copied, null, cluster),
        1e-12);
  }

  @Test
  void oneClusterHasNoStandardError() {
    assertTrue(Double.isNaN(Metrics.meanStandardError(new double[] {1, 2}, null, new int[2])));
  }

  @Test
  void blocksOfTimeAreContiguousAndKeepEqualTimesTogether() {
    double[] time = {3, 1, 2, 2, 5, 4, 2, 9};
    int[] block = Folds.blocks(time, 4);
    for (int i = 0; i < time.length; i++) {
      for (int k = 0; k < time.length; k++) {
        assertTrue(time[i] != time[k] || block[i] == block[k], i + " and " + k);
        assertTrue(time[i] >= time[k] || block[i] <= block[k], i + " and " + k);
      }
    }
    assertTrue(Arrays.stream(block).distinct().count() >= 3);
  }
}
