package org.slrm.internal.factor.online;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.factor.ExpectationMaximization;
import org.slrm.internal.factor.ExpectationStep;
import org.slrm.internal.factor.FactorStatistics;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.MaximizationStep;
import org.slrm.internal.factor.Prior;
import org.slrm.internal.factor.RowPlan;
import org.slrm.internal.factor.Whitening;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.method.LikelihoodConfig;
import org.slrm.paper.Simulation;

class OnlineStepTest {
  private static final int FEATURES = 6;
  private final LikelihoodConfig config =
      LikelihoodConfig.defaults()
          .withRank(2)
          .withLoadingPrior(0)
          .withNoisePrior(0)
          .withMaxIterations(3);
  private final TrainingData data = data();
  private final IncompleteMatrix z = data.x().besides(data.y());

  private static TrainingData data() {
    Simulation.Sample s =
        Simulation.builder()
            .rows(300)
            .features(FEATURES)
            .rank(2)
            .nonzeros(2)
            .noise(0.5)
            .seed(5)
            .build()
            .train();
    return new TrainingData(s.x(), IncompleteMatrix.ofColumn(s.y()));
  }

  @Test
  void aStepThatKeepsNothingIsOneIterationOfEm() {
    OnlineStep step = OnlineStep.start(config, data, FitContext.of(1));
    Factors before = step.theta;
    double[] omega = ExpectationMaximization.omega(z.columns(), FEATURES, 1);
    FactorStatistics s =
        new ExpectationStep(before, omega).run(new RowPlan(z, null, 0), Workers.single());
    Factors expected =
        new MaximizationStep(Prior.none(false), omega, FEATURES).run(s, before, Workers.single());
    Whitening w = Whitening.of(s);
    step.learn(z, rows(0, 0), 0, new ForgettingSchedule(1e-300, 1, 1));
    assertFactors(expected.transformed(w.R(), w.nu()), step.theta, 1e-10);
  }

  /** The M step of whitened statistics is the whitened M step. */
  @Test
  void whitenedStatisticsGiveTheSameModel() {
    OnlineStep step = OnlineStep.start(config, data, FitContext.of(1));
    step.learn(z, rows(0, 0), 0, new ForgettingSchedule(0.999, 1, 1));
    double[] omega = ExpectationMaximization.omega(z.columns(), FEATURES, 1);
    Factors again =
        new MaximizationStep(Prior.none(false), omega, FEATURES)
            .run(step.statistics, step.theta, Workers.single());
    assertFactors(step.theta, again, 1e-9);
    Whitening w = Whitening.of(step.statistics);
    assertArrayEquals(new double[] {0, 0}, w.nu(), 1e-12);
    assertArrayEquals(new double[] {1, 0, 0, 1}, w.R(), 1e-12);
  }

  @Test
  void manyPassesOfSmallBatchesEndWhereTheBatchFitEnds() {
    LikelihoodConfig exact =
        LikelihoodConfig.defaults().withRank(2).withMaxIterations(2000).withTolerance(1e-12);
    OnlineStep batch = OnlineStep.start(exact, data, FitContext.of(1));
    OnlineStep step = OnlineStep.start(exact, first(60), FitContext.of(1));
    for (int pass = 0; pass < 100; pass++) {
      for (int from = 0; from < z.rows(); from += 60) {
        step.learn(rows(from, from + 60), rows(0, 0), 0, new ForgettingSchedule(1, 0.7, 60));
      }
    }
    double[] expected = coefficients(batch);
    double[] found = coefficients(step);
    for (int j = 0; j < expected.length; j++) {
      assertEquals(expected[j], found[j], 0.02, "feature " + j);
    }
  }

  @Test
  void errorsAreOneOnAverageWhileTheModelHolds() {
    OnlineStep step =
        OnlineStep.start(LikelihoodConfig.defaults().withRank(2), data, FitContext.of(1));
    assertEquals(1, step.error(z), 0.05);
  }

  @Test
  void theDetectorHearsAShiftAndNothingElse() {
    DriftDetector detector = new DriftDetector(10, 1);
    SplittableRandom random = new SplittableRandom(4);
    for (int k = 0; k < 20_000; k++) {
      assertFalse(detector.add(1 + 0.05 * random.nextGaussian(), 800), "batch " + k);
    }
    // One wild batch, and a slow rise that the level can follow.
    assertFalse(detector.add(1e6, 800));
    for (int k = 0; k < 5000; k++) {
      assertFalse(detector.add(1 + 1e-4 * k + 0.05 * random.nextGaussian(), 800), "rise " + k);
    }
    int delay = 1;
    while (!detector.add(1.8 + 0.05 * random.nextGaussian(), 800)) {
      delay++;
    }
    assertTrue(delay <= 8, "raised after " + delay + " batches");
  }

  /** What one unit of each feature adds to the label of a full row. */
  private static double[] coefficients(OnlineStep step) {
    var solver = step.member().patternSolver();
    int[] all = java.util.stream.IntStream.range(0, FEATURES).toArray();
    solver.pattern(all, FEATURES);
    double[] out = new double[FEATURES];
    solver.coefficients(0, out);
    return out;
  }

  private TrainingData first(int n) {
    int[] rows = java.util.stream.IntStream.range(0, n).toArray();
    return new TrainingData(data.x().selectRows(rows), data.y().selectRows(rows));
  }

  private IncompleteMatrix rows(int from, int to) {
    return z.selectRows(java.util.stream.IntStream.range(from, to).toArray());
  }

  private static void assertFactors(Factors expected, Factors found, double tolerance) {
    assertArrayEquals(expected.mu(), found.mu(), tolerance);
    assertArrayEquals(expected.V(), found.V(), tolerance);
    assertArrayEquals(expected.psi(), found.psi(), tolerance);
  }
}
