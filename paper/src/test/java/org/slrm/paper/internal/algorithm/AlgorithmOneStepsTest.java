package org.slrm.paper.internal.algorithm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.label.Gaussian;
import org.slrm.internal.linalg.Packed;
import org.slrm.paper.internal.algorithm.label.LabelStep;
import org.slrm.paper.internal.algorithm.passes.StepSize;
import org.slrm.paper.internal.step.Forgetting;
import org.slrm.paper.internal.step.ProximalStep;
import org.slrm.paper.internal.step.RecursiveLeastSquaresStep;

/**
 * The steps of Algorithm 1 by what defines them: normal equations, and least squares of all rows.
 */
class AlgorithmOneStepsTest {
  private static final int D = 7;
  private static final int RANK = 3;

  private final SplittableRandom random = new SplittableRandom(2);
  private final double[] U = orthonormal(gaussians(D * RANK));
  private final double[] w = gaussians(RANK);

  private static double[] orthonormal(double[] U) {
    new PolarStep(D, RANK).orthonormalize(U);
    return U;
  }

  private double[] gaussians(int count) {
    return IntStream.range(0, count).mapToDouble(k -> random.nextGaussian()).toArray();
  }

  private IncompleteMatrix row(int... observed) {
    IncompleteMatrix.Builder x = IncompleteMatrix.builder(D);
    for (int j : observed) {
      x.entry(j, random.nextGaussian());
    }
    return x.endRow().build();
  }

  /** (λ1 U_ΩᵀU_Ω + wwᵀ + ridge) α − λ1 U_Ωᵀx_Ω − y w. */
  private double[] lack(IncompleteMatrix x, double lambda1, double y, double ridge, double[] a) {
    double[] out = Arrays.stream(a).map(v -> ridge * v).toArray();
    for (int k = 0; k < x.observed(0); k++) {
      add(out, x.column(k) * RANK, lambda1, x.value(k), U, a);
    }
    if (!Double.isNaN(y)) {
      add(out, 0, 1, y, w, a);
    }
    return out;
  }

  private static void add(double[] out, int at, double s, double value, double[] v, double[] a) {
    double off = -value;
    for (int c = 0; c < RANK; c++) {
      off += v[at + c] * a[c];
    }
    for (int c = 0; c < RANK; c++) {
      out[c] += s * off * v[at + c];
    }
  }

  @Test
  void codesSolveTheirNormalEquationsWithAndWithoutLabels() {
    CodeStep step = new CodeStep(D, RANK);
    // The last has just as many equations as unknowns, as two entries and a label have below.
    for (int[] observed : new int[][] {{0, 2, 3, 6}, {1, 2, 3, 4, 5}, {0, 4, 5}}) {
      IncompleteMatrix x = row(observed);
      step.solve(U, x, 0, 3, w, 0.7);
      assertArrayEquals(new double[RANK], lack(x, 3, 0.7, 0, step.alpha()), 1e-11);
      step.solve(U, x, 0, 3, w, Double.NaN);
      assertArrayEquals(new double[RANK], lack(x, 3, Double.NaN, 0, step.alpha()), 1e-11);
      step.solve(U, x, 0);
      assertArrayEquals(new double[RANK], lack(x, 1, Double.NaN, 0, step.alpha()), 1e-11);
    }
    IncompleteMatrix two = row(1, 5);
    step.solve(U, two, 0, 3, w, 0.7);
    assertArrayEquals(new double[RANK], lack(two, 3, 0.7, 0, step.alpha()), 1e-11);
    assertEquals(0, step.ridged());
  }

  @Test
  void tooFewEquationsTakeARidgeRelativeToTheTrace() {
    CodeStep step = new CodeStep(D, RANK);
    IncompleteMatrix x = row(1, 5);
    double trace = 0;
    for (int c = 0; c < RANK; c++) {
      trace += Math.pow(U[RANK + c], 2) + Math.pow(U[5 * RANK + c], 2);
    }
    step.solve(U, x, 0);
    assertEquals(1, step.ridged());
    assertArrayEquals(new double[RANK], lack(x, 1, Double.NaN, 1e-8 * trace, step.alpha()), 1e-13);
    step.solve(U, row(3), 0, 3, w, 1);
    assertEquals(2, step.ridged());
  }

  @Test
  void equationsThatSayTheSameTakeARidgeToo() {
    System.arraycopy(U, 0, U, RANK, RANK);
    orthonormal(U);
    CodeStep step = new CodeStep(D, RANK);
    step.solve(U, row(0, 1, 4), 0);
    assertEquals(1, step.ridged());
  }

  @Test
  void equationsThatSayNearlyTheSameDoSoToo() {
    for (int c = 0; c < RANK; c++) {
      U[RANK + c] = U[c] + 1e-6 * random.nextGaussian();
    }
    orthonormal(U);
    CodeStep step = new CodeStep(D, RANK);
    step.solve(U, row(0, 1, 4), 0);
    assertEquals(1, step.ridged());
  }

  @Test
  void aRowThatShowsNothingHasCodeZero() {
    CodeStep step = new CodeStep(D, RANK);
    step.solve(U, row(0, 2, 3, 6), 0);
    step.solve(U, row(), 0);
    assertArrayEquals(new double[RANK], step.alpha(), 0);
  }

  /**
   * After any number of rows U_j minimises λᵗ‖u − U_j(0)‖²/δ + Σ λᵗ⁻ˢ (x_j − αᵀu)² over those that
   * showed j.
   */
  @ParameterizedTest
  @ValueSource(doubles = {1, 0.9})
  void recursiveLeastSquaresAreThoseOfAllRows(double forgetting) {
    double delta = 0.7;
    RecursiveLeastSquaresStep step =
        new RecursiveLeastSquaresStep(D, RANK, delta, Forgetting.of(forgetting));
    double[][] R = new double[D][RANK * RANK];
    double[][] b = new double[D][RANK];
    start(R, b, delta);
    for (int t = 0; t < 23; t++) {
      double[] alpha = gaussians(RANK);
      IncompleteMatrix x =
          row(IntStream.range(0, D).filter(j -> random.nextDouble() < 0.6).toArray());
      step.update(U, x, 0, alpha, 1);
      for (int k = 0; k < x.observed(0); k++) {
        gather(R[x.column(k)], b[x.column(k)], forgetting, alpha, x.value(k));
      }
      assertLeastSquares(R, b, step);
    }
    assertEquals(0, step.restarts());
  }

  private void start(double[][] R, double[][] b, double delta) {
    for (int j = 0; j < D; j++) {
      for (int c = 0; c < RANK; c++) {
        R[j][c * RANK + c] = 1 / delta;
        b[j][c] = U[j * RANK + c] / delta;
      }
    }
  }

  private static void gather(double[] R, double[] b, double forgetting, double[] alpha, double x) {
    for (int r = 0; r < RANK; r++) {
      b[r] = forgetting * b[r] + alpha[r] * x;
      for (int c = 0; c < RANK; c++) {
        R[r * RANK + c] = forgetting * R[r * RANK + c] + alpha[r] * alpha[c];
      }
    }
  }

  /** R_j U_j = b_j and R_j R_j† = I. */
  private void assertLeastSquares(double[][] R, double[][] b, RecursiveLeastSquaresStep step) {
    double[] inverse = new double[RANK * RANK];
    for (int j = 0; j < D; j++) {
      Packed.unpack(step.inverseR(), j * Packed.length(RANK), inverse, RANK);
      for (int r = 0; r < RANK; r++) {
        double lack = -b[j][r];
        double[] unit = new double[RANK];
        for (int k = 0; k < RANK; k++) {
          lack += R[j][r * RANK + k] * U[j * RANK + k];
          for (int c = 0; c < RANK; c++) {
            unit[c] += R[j][r * RANK + k] * inverse[k * RANK + c];
          }
        }
        assertEquals(0, lack, 1e-10);
        for (int c = 0; c < RANK; c++) {
          assertEquals(r == c ? 1 : 0, unit[c], 1e-10);
        }
      }
    }
  }

  /** A row that counts q times is gathered with λ^q and 1 + λ + … + λ^{q−1}. */
  @ParameterizedTest
  @ValueSource(doubles = {1, 0.9})
  void aRowOfAnyWeightCountsAsItsCopies(double forgetting) {
    double delta = 0.7;
    Forgetting factor = Forgetting.of(forgetting);
    RecursiveLeastSquaresStep step = new RecursiveLeastSquaresStep(D, RANK, delta, factor);
    RecursiveLeastSquaresStep copies = new RecursiveLeastSquaresStep(D, RANK, delta, factor);
    double[] other = U.clone();
    for (int t = 0; t < 23; t++) {
      double[] alpha = gaussians(RANK);
      IncompleteMatrix x =
          row(IntStream.range(0, D).filter(j -> random.nextDouble() < 0.6).toArray());
      int q = 1 + random.nextInt(4);
      step.update(U, x, 0, alpha, q);
      for (int copy = 0; copy < q; copy++) {
        copies.update(other, x, 0, alpha, 1);
      }
      assertArrayEquals(other, U, 1e-11);
    }
    assertArrayEquals(copies.inverseR(), step.inverseR(), 1e-11);
  }

  /** Half a row and half a row are a row, and so on, where the code is the same. */
  @Test
  void partsOfARowAddUpToIt() {
    RecursiveLeastSquaresStep whole =
        new RecursiveLeastSquaresStep(D, RANK, 0.7, Forgetting.of(0.8));
    RecursiveLeastSquaresStep parts =
        new RecursiveLeastSquaresStep(D, RANK, 0.7, Forgetting.of(0.8));
    double[] other = U.clone();
    IncompleteMatrix x = row(1, 2, 4, 5);
    double[] alpha = gaussians(RANK);
    whole.update(U, x, 0, alpha, 1);
    for (double q : new double[] {0.5, 0.25, 0.15, 0.1}) {
      parts.update(other, x, 0, alpha, q);
    }
    assertArrayEquals(U, other, 1e-12);
    assertArrayEquals(whole.inverseR(), parts.inverseR(), 1e-12);
  }

  @Test
  void weightsOfAllSizesLeaveNumbersFinite() {
    for (double forgetting : new double[] {1, 0.999, 0.5}) {
      RecursiveLeastSquaresStep step =
          new RecursiveLeastSquaresStep(D, RANK, 1, new Forgetting(forgetting, true));
      for (double q : new double[] {1e-12, 1e6, 1e-3, 1, 1e9, 2}) {
        step.update(U, row(0, 3, 6), 0, gaussians(RANK), q);
        step.update(U, row(1, 2, 3), 0, gaussians(RANK), q);
      }
      assertTrue(Arrays.stream(U).allMatch(Double::isFinite), "U with " + forgetting);
      assertTrue(Arrays.stream(step.inverseR()).allMatch(Double::isFinite), "R with " + forgetting);
    }
  }

  /** (T-1'): R_j = φ^q R_j for all features, then the observed ones take the row. */
  @ParameterizedTest
  @ValueSource(doubles = {1, 0.9, 0.3})
  void unobservedFeaturesFadeByEveryRowIfAsked(double forgetting) {
    double delta = 0.7;
    RecursiveLeastSquaresStep step =
        new RecursiveLeastSquaresStep(D, RANK, delta, new Forgetting(forgetting, true));
    double[][] R = new double[D][RANK * RANK];
    double[][] b = new double[D][RANK];
    start(R, b, delta);
    for (int t = 0; t < 17; t++) {
      double[] alpha = gaussians(RANK);
      IncompleteMatrix x =
          row(IntStream.range(0, D).filter(j -> random.nextDouble() < 0.5).toArray());
      step.update(U, x, 0, alpha, 1);
      for (int j = 0; j < D; j++) {
        double value = x.valueAt(0, j);
        boolean seen = !Double.isNaN(value);
        gather(R[j], b[j], forgetting, seen ? alpha : new double[RANK], seen ? value : 0);
      }
      assertLeastSquares(R, b, step);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 0.9})
  void completeRowsFadeAllFeaturesEitherWay(double forgetting) {
    assertSameSteps(forgetting, 1);
  }

  @Test
  void withoutForgettingNothingFadesEitherWay() {
    assertSameSteps(1, 0.5);
  }

  private void assertSameSteps(double forgetting, double keep) {
    RecursiveLeastSquaresStep own =
        new RecursiveLeastSquaresStep(D, RANK, 0.7, new Forgetting(forgetting, false));
    RecursiveLeastSquaresStep all =
        new RecursiveLeastSquaresStep(D, RANK, 0.7, new Forgetting(forgetting, true));
    double[] other = U.clone();
    for (int t = 0; t < 90; t++) {
      double[] alpha = gaussians(RANK);
      IncompleteMatrix x =
          row(IntStream.range(0, D).filter(j -> random.nextDouble() < keep).toArray());
      double q = t % 3 == 0 ? 1 : 3 * random.nextDouble();
      own.update(U, x, 0, alpha, q);
      all.update(other, x, 0, alpha, q);
    }
    assertArrayEquals(U, other, 0);
    assertArrayEquals(own.inverseR(), all.inverseR(), 0);
  }

  /** The same rows, without asking in between, so that updates wait. */
  @Test
  void updatesThatWaitCountAsThoseThatDoNot() {
    RecursiveLeastSquaresStep asked = new RecursiveLeastSquaresStep(D, RANK, 0.7, Forgetting.NONE);
    RecursiveLeastSquaresStep waits = new RecursiveLeastSquaresStep(D, RANK, 0.7, Forgetting.NONE);
    double[] other = U.clone();
    for (int t = 0; t < 11; t++) {
      double[] alpha = gaussians(RANK);
      IncompleteMatrix x =
          row(IntStream.range(0, D).filter(j -> random.nextDouble() < 0.6).toArray());
      asked.update(U, x, 0, alpha, 1);
      asked.inverseR();
      waits.update(other, x, 0, alpha, 1);
    }
    assertArrayEquals(U, other, 1e-12);
    assertArrayEquals(asked.inverseR(), waits.inverseR(), 1e-12);
  }

  @Test
  void anInverseThatIsIndefiniteIsStartedAgainAndMovesNothing() {
    RecursiveLeastSquaresStep step = new RecursiveLeastSquaresStep(D, RANK, -0.5, Forgetting.NONE);
    double[] before = U.clone();
    step.update(U, row(1, 4, 6), 0, gaussians(RANK), 1);
    assertArrayEquals(before, U, 0);
    assertEquals(3, step.restarts());
    double[] start = new RecursiveLeastSquaresStep(D, RANK, -0.5, Forgetting.NONE).inverseR();
    assertArrayEquals(start, step.inverseR(), 0);
  }

  /** Of 1e18 − 1e18 only rounding is left, below zero sooner or later, whatever waits then. */
  @Test
  void anInverseThatRoundingMadeIndefiniteForgetsWhatWaitsAndItsNeighboursDoNot() {
    for (int run = 0; run < 40; run++) {
      RecursiveLeastSquaresStep step =
          new RecursiveLeastSquaresStep(D, RANK, 1e18, Forgetting.NONE);
      RecursiveLeastSquaresStep neighbour =
          new RecursiveLeastSquaresStep(D, RANK, 1e18, Forgetting.NONE);
      double[] other = U.clone();
      for (int t = 0; t < 200 && step.restarts() == 0; t++) {
        if (random.nextBoolean()) {
          double[] small = Arrays.stream(gaussians(RANK)).map(a -> 1e-9 * a).toArray();
          IncompleteMatrix x = row(4);
          step.update(U, x, 0, small, 1);
          neighbour.update(other, x, 0, small, 1);
        } else {
          step.update(U, row(5), 0, gaussians(RANK), 1);
        }
      }
      assertEquals(1, step.restarts());
      double[] fresh = new RecursiveLeastSquaresStep(D, RANK, 1e18, Forgetting.NONE).inverseR();
      assertArrayEquals(feature(5, fresh), feature(5, step.inverseR()), 0);
      assertArrayEquals(feature(4, neighbour.inverseR()), feature(4, step.inverseR()), 1e9);
    }
  }

  private static double[] feature(int j, double[] inverses) {
    int size = Packed.length(RANK);
    return Arrays.copyOfRange(inverses, j * size, (j + 1) * size);
  }

  @Test
  void aRoundWithoutLabelLeavesTheRegressorAndCountsItsRidge() {
    double[] start = w.clone();
    AlgorithmOne one =
        new AlgorithmOne(
            U,
            w,
            new LabelStep(Gaussian.LABEL, 2, new ProximalStep(0.01, 0.01), 0),
            new StepSize(0.1, 1),
            new RecursiveLeastSquaresStep(D, RANK, 0.1, Forgetting.NONE));
    one.round(row(0, 2, 3, 6), 0, Double.NaN, 1);
    assertArrayEquals(start, one.coefficients(), 0);
    assertEquals(0, one.ridged());
    one.round(row(2), 0, Double.NaN, 1);
    assertEquals(1, one.ridged());
    assertEquals(0.05, one.eta(), 1e-16);
  }
}
