package org.slrm.paper;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.slrm.SameBytes.assertSameWithOneAndTwoThreads;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.slrm.Simulated;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteMatrix;
import org.slrm.method.MethodConfig;
import org.slrm.result.Folds;
import org.slrm.result.Metrics;

class SubspaceBaselinesTest {
  /** Batch methods with everything fixed, so that nothing depends on how rows are split. */
  private static final List<MethodConfig> BATCH =
      List.of(
          MpcrConfig.defaults().withRank(3).withL1(0.01).withPasses(20, 1e-12),
          PcrConfig.defaults().withRank(3).withL1(0.01));

  @Test
  void mpcrPredictsNoiseFreeDataOfThePaperAlmostExactly() {
    Simulation paper = Simulation.builder().build();
    Simulation.Sample rows = paper.train();
    Simulation.Sample test = paper.test(500);
    SlrmModel model = Slrm.with(MpcrConfig.defaults()).folds(0).fit(rows.x(), rows.y());
    assertEquals(30, model.report().rank());
    assertTrue(1 - Metrics.r2(test.y(), model.predict(test.x()).mean()) < 0.001);
  }

  @Property(tries = 10)
  void orderOfRowsDoesNotMatterToABatchFit(@ForAll @IntRange(min = 1, max = 1000) int seed) {
    Simulation.Sample rows = draw(seed).train();
    IncompleteMatrix test = draw(seed).test(30).x();
    int[] order = Folds.shuffled(rows.x().rows(), seed + 1);
    double[] y = Arrays.stream(order).mapToDouble(i -> rows.y(i)).toArray();
    for (MethodConfig config : BATCH) {
      double[] plain = fit(config, rows.x(), rows.y()).predict(test).mean();
      double[] moved = fit(config, rows.x().selectRows(order), y).predict(test).mean();
      assertArrayEquals(plain, moved, 1e-6);
    }
  }

  @Property(tries = 10)
  void orderOfFeaturesDoesNotMatterToABatchFit(@ForAll @IntRange(min = 1, max = 1000) int seed) {
    Simulation.Sample rows = draw(seed).train();
    IncompleteMatrix test = draw(seed).test(30).x();
    int[] order = Folds.shuffled(rows.x().columns(), seed + 1);
    for (MethodConfig config : BATCH) {
      double[] plain = fit(config, rows.x(), rows.y()).predict(test).mean();
      double[] moved =
          fit(config, rows.x().selectColumns(order), rows.y())
              .predict(test.selectColumns(order))
              .mean();
      assertArrayEquals(plain, moved, 1e-6);
    }
  }

  @Property(tries = 10)
  void scalingAFeatureDoesNotMatterToABatchFit(
      @ForAll @IntRange(min = 1, max = 1000) int seed,
      @ForAll @DoubleRange(min = 0.01, max = 100) double factor) {
    Simulation.Sample rows = draw(seed).train();
    IncompleteMatrix test = draw(seed).test(30).x();
    IncompleteMatrix.CellFunction scale = (j, v) -> j == 4 ? factor * v + 3 : v;
    for (MethodConfig config : BATCH) {
      double[] plain = fit(config, rows.x(), rows.y()).predict(test).mean();
      double[] scaled = fit(config, rows.x().map(scale), rows.y()).predict(test.map(scale)).mean();
      assertArrayEquals(plain, scaled, 1e-6);
    }
  }

  @Property(tries = 5)
  void aGapIsTheSameWhetherItIsNaNOrAbsent(@ForAll @IntRange(min = 1, max = 1000) int seed) {
    Simulation.Sample rows = draw(seed).train();
    IncompleteMatrix fromNaN = IncompleteMatrix.ofNaN(rows.x().toNaN());
    for (MethodConfig config : BATCH) {
      assertArrayEquals(
          fit(config, rows.x(), rows.y()).predict(rows.x()).mean(),
          fit(config, fromNaN, rows.y()).predict(fromNaN).mean());
    }
  }

  @Property(tries = 3)
  void sameSeedGivesTheSameBytesWithOneAndTwoThreads(
      @ForAll @IntRange(min = 1, max = 1000) int seed) {
    Simulation.Sample rows = draw(seed).train();
    for (MethodConfig config :
        List.of(
            MpcrConfig.defaults().withRank(3),
            SmpcrConfig.defaults().withRank(3),
            PcrConfig.defaults().withRank(3))) {
      assertSameWithOneAndTwoThreads(config, rows, rows.x(), seed);
    }
  }

  @Test
  void modelsSurviveBeingTakenApart() {
    Simulation.Sample rows = draw(3).train();
    for (MethodConfig config : BATCH) {
      SlrmModel model = fit(config, rows.x(), rows.y());
      SlrmModel again = SlrmModel.of(model.state());
      assertArrayEquals(model.predict(rows.x()).lower(), again.predict(rows.x()).lower());
    }
  }

  @Test
  void pcrOnCompleteDataWithAllComponentsIsLeastSquares() {
    Simulation complete = Simulated.table(200, 6, 3, 2).keep(1).noise(0.3).seed(2).build();
    Simulation.Sample rows = complete.train();
    SlrmModel model = fit(new PcrConfig(6, 0.0), rows.x(), rows.y());
    double[] mean = model.predict(rows.x()).mean();
    // Least squares leaves residuals that no feature explains.
    for (int j = 0; j < 6; j++) {
      double product = 0;
      for (int i = 0; i < mean.length; i++) {
        product += (rows.y(i) - mean[i]) * rows.x().valueAt(i, j) / mean.length;
      }
      assertEquals(0, product, 1e-4);
    }
  }

  @Test
  void smpcrPredictsNearlyAsWellAsItsBatchSibling() {
    Simulation.Sample rows = draw(8).draw(400, 0.8, 1);
    Simulation.Sample test = draw(8).test(300);
    SlrmModel stochastic = fit(SmpcrConfig.defaults().withRank(3), rows.x(), rows.y());
    SlrmModel batch = fit(MpcrConfig.defaults().withRank(3), rows.x(), rows.y());
    double one = Metrics.mse(test.y(), stochastic.predict(test.x()).mean());
    double other = Metrics.mse(test.y(), batch.predict(test.x()).mean());
    assertTrue(one < 1.2 * other, one + " against " + other);
  }

  @Test
  void severalTargetsShareTheSubspace() {
    Simulation.Sample rows = draw(5).train();
    double[][] labels = new double[rows.y().length][2];
    for (int i = 0; i < labels.length; i++) {
      labels[i][0] = rows.y(i);
      labels[i][1] = i % 4 == 0 ? Double.NaN : 2 - 5 * rows.y(i);
    }
    for (MethodConfig config : BATCH) {
      SlrmModel model = Slrm.with(config).folds(0).fit(rows.x(), IncompleteMatrix.ofNaN(labels));
      double[] mean = model.predict(rows.x()).mean();
      for (int i = 0; i < labels.length; i++) {
        assertEquals(2 - 5 * mean[2 * i], mean[2 * i + 1], 1.5);
      }
    }
  }

  @Test
  void misuseIsNamed() {
    message("rank must be at least 0, got -1", () -> new PcrConfig(-1, null));
    message("l1 must be finite and at least 0, got -1.0", () -> new PcrConfig(2, -1.0));
    message("l1 must be finite and at least 0, got -1.0", () -> MpcrConfig.defaults().withL1(-1));
    message("gate must be in [0.0, 1.0), got 1.0", () -> MpcrConfig.defaults().withGate(1));
    message("gate must be in [0.0, 1.0), got 1.0", () -> SmpcrConfig.defaults().withGate(1));
    message(
        "forgetting must be in (0.0, 1.0], got 1.5",
        () -> SmpcrConfig.defaults().withForgetting(1.5));
    message("l1 must be finite and at least 0, got -1.0", () -> SmpcrConfig.defaults().withL1(-1));
    Simulation.Sample rows = draw(1).train();
    for (MethodConfig config :
        List.of(
            MpcrConfig.defaults().withRank(11),
            SmpcrConfig.defaults().withRank(11),
            PcrConfig.defaults().withRank(11))) {
      message("rank must be between 1 and 10, got 11", () -> fit(config, rows.x(), rows.y()));
    }
  }

  private static void message(String expected, org.junit.jupiter.api.function.Executable misuse) {
    assertEquals(expected, assertThrows(IllegalArgumentException.class, misuse).getMessage());
  }

  private static SlrmModel fit(MethodConfig config, IncompleteMatrix x, double[] y) {
    return Slrm.with(config).folds(0).fit(x, y);
  }

  private static Simulation draw(long seed) {
    return Simulated.table(80, 10, 3, 2)
        .keep(0.8)
        .keepTest(0.8)
        .noise(0.3)
        .fallingScales(2, 1)
        .seed(seed)
        .build();
  }
}
