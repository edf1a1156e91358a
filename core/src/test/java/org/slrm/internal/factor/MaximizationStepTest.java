package org.slrm.internal.factor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.run.Workers;

/** Where an M step must end: its equations hold, column by column. */
class MaximizationStepTest {
  /** More columns than one block of 16; the last two are labels, column 3 is never seen. */
  private static final int P = 35;

  private static final int FEATURES = 33;
  private static final int D = 2;
  private static final int UNSEEN = 3;
  private static final Prior PRIOR = new Prior(false, 2, 1.5, 0.3, 1e-9);

  private final SplittableRandom random = new SplittableRandom(5);
  private final double[] omega = random.doubles(P, 0.5, 4).toArray();
  private final Factors old =
      new Factors(
          D,
          new double[P],
          random.doubles(P * D, -1, 1).toArray(),
          random.doubles(P, 0.2, 2).toArray());
  private final FactorStatistics s =
      new ExpectationStep(old, omega).run(new RowPlan(table(), null, 0), Workers.single());

  private IncompleteMatrix table() {
    double[][] rows = new double[60][P];
    for (double[] row : rows) {
      double code = random.nextGaussian();
      Arrays.setAll(
          row,
          j ->
              j == UNSEEN || random.nextDouble() < 0.4
                  ? Double.NaN
                  : j % 4 + code + random.nextGaussian());
    }
    return IncompleteMatrix.ofNaN(rows);
  }

  private Factors run(Prior prior) {
    return new MaximizationStep(prior, omega, FEATURES).run(s, old, Workers.single());
  }

  private static double theta(Factors f, int j, int k) {
    return k < D ? f.V()[j * D + k] : f.mu()[j];
  }

  /** Σ x β and Σ E[ββᵀ] θ of column j at place k. */
  private double target(int j, int k) {
    return k < D ? s.xa[j * D + k] : s.x[j];
  }

  private double product(Factors f, int j, int k) {
    double sum = 0;
    for (int l = 0; l <= D; l++) {
      sum += s.gram[j * s.width + Packed.at(k, l)] * theta(f, j, l);
    }
    return sum;
  }

  /** Σ E(x − θᵀβ)². */
  private double residual(Factors f, int j) {
    double sum = s.xx[j];
    for (int k = 0; k <= D; k++) {
      sum += theta(f, j, k) * (product(f, j, k) - 2 * target(j, k));
    }
    return sum;
  }

  @Test
  void loadingsAndMeansSolveTheirNormalEquations() {
    for (Prior prior : List.of(PRIOR, Prior.none(false))) {
      Factors f = run(prior);
      for (int j = 0; j < P; j++) {
        for (int k = 0; k <= D; k++) {
          double pull =
              k < D ? old.psi()[j] / omega[j] * prior.loadingPrecision() * theta(f, j, k) : 0;
          assertEquals(target(j, k), product(f, j, k) + pull, 1e-9, "column " + j);
        }
      }
    }
  }

  @Test
  void noisesAreMeanSquaresOfResidualsAndPriorTogether() {
    Factors f = run(PRIOR);
    for (int j = 0; j < P; j++) {
      double n = omega[j] * s.count(j);
      double expected = (omega[j] * residual(f, j) + 1.5 * 0.3) / (n + 1.5);
      assertEquals(expected, f.psi()[j], 1e-9, "column " + j);
    }
  }

  @Test
  void aColumnNeverSeenHasNoLoadingsAndThePriorsNoise() {
    assertArrayEquals(
        new double[D], Arrays.copyOfRange(run(PRIOR).V(), UNSEEN * D, UNSEEN * D + D));
    assertEquals(0.3, run(PRIOR).psi()[UNSEEN], 1e-15);
    assertEquals(1, run(Prior.none(false)).psi()[UNSEEN]);
  }

  @Test
  void isotropicFeaturesShareOneNoiseAndLabelsKeepTheirOwn() {
    Arrays.fill(omega, 0, FEATURES, 1);
    Factors own = run(PRIOR);
    Factors f = run(new Prior(true, 2, 1.5, 0.3, 1e-9));
    double sum = 1.5 * 0.3;
    double count = 1.5;
    for (int j = 0; j < FEATURES; j++) {
      sum += residual(f, j);
      count += s.count(j);
    }
    for (int j = 0; j < FEATURES; j++) {
      assertEquals(sum / count, f.psi()[j], 1e-9);
    }
    assertArrayEquals(
        Arrays.copyOfRange(own.psi(), FEATURES, P), Arrays.copyOfRange(f.psi(), FEATURES, P));
  }

  @Test
  void noNoiseFallsBelowTheFloor() {
    double[] psi = run(new Prior(false, 2, 1.5, 0.3, 1.2)).psi();
    double[] free = run(PRIOR).psi();
    for (int j = 0; j < P; j++) {
      assertEquals(Math.max(1.2, free[j]), psi[j]);
    }
  }

  @Test
  void columnsByPartsComeToTheSame() {
    MaximizationStep step = new MaximizationStep(PRIOR, omega, FEATURES);
    ExpectationStep.RowResults results =
        new ExpectationStep(old, omega).results(new RowPlan(again(), null, 0));
    List<MaximizationStep.ColumnParameters> parts =
        List.of(part(step, results, 20, P), part(step, results, 0, 20));
    FactorStatistics all =
        new ExpectationStep(old, omega).run(new RowPlan(again(), null, 0), Workers.single());
    Factors whole = step.run(all, old, Workers.single());
    Factors f = step.finished(parts, old);
    assertArrayEquals(whole.mu(), f.mu(), 1e-9);
    assertArrayEquals(whole.V(), f.V(), 1e-9);
    assertArrayEquals(whole.psi(), f.psi(), 1e-9);
    assertEquals(FEATURES, step.features());
  }

  private IncompleteMatrix again() {
    SplittableRandom other = new SplittableRandom(6);
    double[][] rows = new double[40][P];
    for (double[] row : rows) {
      Arrays.setAll(row, j -> other.nextDouble() < 0.3 ? Double.NaN : other.nextGaussian());
    }
    return IncompleteMatrix.ofNaN(rows);
  }

  private MaximizationStep.ColumnParameters part(
      MaximizationStep step, ExpectationStep.RowResults results, int first, int end) {
    return step.columns(results.columns(first, end), first, old, Workers.single());
  }
}
