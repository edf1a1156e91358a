package org.slrm.paper.internal.algorithm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.label.Counts;
import org.slrm.internal.label.Gaussian;
import org.slrm.internal.label.Label;
import org.slrm.internal.label.Logistic;
import org.slrm.internal.label.StudentT;
import org.slrm.internal.linalg.LeastSquares;
import org.slrm.paper.internal.algorithm.label.LabelStep;
import org.slrm.paper.internal.step.ProximalStep;

/** The steps of Algorithm 1 that a label takes part in, by what defines them. */
class LabelStepTest {
  private static final int D = 8;
  private static final int RANK = 3;
  private static final List<Label> KINDS =
      List.of(Logistic.LABEL, Counts.POISSON, new Counts(2), new StudentT(4, 0.5));

  private final SplittableRandom random = new SplittableRandom(4);
  private final double[] U = orthonormal();
  private final double[] w = gaussians(RANK);

  private double[] orthonormal() {
    double[] out = gaussians(D * RANK);
    new PolarStep(D, RANK).orthonormalize(out);
    return out;
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

  private static LabelStep step(Label kind, double lambda1, double b) {
    return new LabelStep(kind, lambda1, new ProximalStep(0, 0), b);
  }

  private static double dot(double[] a, double[] b) {
    return IntStream.range(0, a.length).mapToDouble(k -> a[k] * b[k]).sum();
  }

  /** λ1‖x − Uα‖² + dev(y, b + wᵀα). */
  private double objective(
      IncompleteMatrix x, Label kind, double lambda1, double b, double y, double[] alpha) {
    double sum = kind.deviance(y, b + dot(w, alpha));
    for (int k = 0; k < x.observed(0); k++) {
      double[] u = Arrays.copyOfRange(U, x.column(k) * RANK, (x.column(k) + 1) * RANK);
      sum += lambda1 * Math.pow(x.value(k) - dot(u, alpha), 2);
    }
    return sum;
  }

  @Test
  void codesSolveTheNormalEquationsOfTheirWorkingLabel() {
    CodeStep codeStep = new CodeStep(D, RANK);
    IncompleteMatrix x = row(0, 2, 3, 5, 6);
    double b = 0.4;
    double lambda1 = 20;
    for (Label kind : List.of(Logistic.LABEL, new StudentT(4, 0.5))) {
      codeStep.solve(U, x, 0);
      double eta = b + dot(w, codeStep.alpha());
      double c = kind.curvature(1, eta);
      double working = kind.workingLabel(1, eta);
      codeStep.solve(U, x, 0, w, step(kind, lambda1, b), 1);
      double[] alpha = codeStep.alpha();
      // (λ1 U_ΩᵀU_Ω + c wwᵀ) α − λ1 U_Ωᵀx_Ω − c (ỹ − b) w
      double[] lack = new double[RANK];
      for (int k = 0; k < x.observed(0); k++) {
        double[] u = Arrays.copyOfRange(U, x.column(k) * RANK, (x.column(k) + 1) * RANK);
        double off = lambda1 * (dot(u, alpha) - x.value(k));
        Arrays.setAll(lack, r -> lack[r] + off * u[r]);
      }
      double off = c * (dot(w, alpha) + b - working);
      Arrays.setAll(lack, r -> lack[r] + off * w[r]);
      assertArrayEquals(new double[RANK], lack, 1e-11, kind.name());
    }
  }

  @Test
  void aCodeWithItsLabelNeverRaisesItsPartOfTheObjective() {
    CodeStep codeStep = new CodeStep(D, RANK);
    for (Label kind : KINDS) {
      for (double lambda1 : new double[] {1e-3, 1, 1e6}) {
        for (double b : new double[] {-12, 0, 9}) {
          for (int[] observed : new int[][] {{0, 2, 3, 6}, {1, 5}, {4}}) {
            IncompleteMatrix x = row(observed);
            codeStep.solve(U, x, 0);
            double before = objective(x, kind, lambda1, b, 1, codeStep.alpha());
            codeStep.solve(U, x, 0, w, step(kind, lambda1, b), 1);
            double after = objective(x, kind, lambda1, b, 1, codeStep.alpha());
            assertTrue(after <= before * (1 + 1e-6) + 1e-9, kind.name() + " " + before);
          }
        }
      }
    }
  }

  @Test
  void aNumberTakesThePapersSteps() {
    CodeStep ours = new CodeStep(D, RANK);
    CodeStep papers = new CodeStep(D, RANK);
    IncompleteMatrix x = row(0, 1, 4, 7);
    ours.solve(U, x, 0, w, step(Gaussian.LABEL, 3, 0), 0.7);
    papers.solve(U, x, 0, 3, w, 0.7);
    assertArrayEquals(papers.alpha(), ours.alpha(), 0);
    double[] moved = w.clone();
    double[] expected = w.clone();
    LabelStep step = new LabelStep(Gaussian.LABEL, 3, new ProximalStep(0.1, 0.2), 0);
    step.regressor(moved, ours.alpha(), 0.7, 0.05, 1);
    new ProximalStep(0.1, 0.2).update(expected, ours.alpha(), 0.7, 0.05);
    assertArrayEquals(expected, moved, 0);
    assertEquals(0, step.intercept());
  }

  /** Without penalties, which act between the copies. */
  @Test
  void aRowThatCountsThreeTimesStepsAsThreeRows() {
    double[] alpha = gaussians(RANK);
    double eta = 0.3 / dot(alpha, alpha);
    double[] once = w.clone();
    double[] thrice = w.clone();
    LabelStep step = step(Gaussian.LABEL, 3, 0);
    step.regressor(once, alpha, 0.7, eta, 3);
    for (int copy = 0; copy < 3; copy++) {
      step.regressor(thrice, alpha, 0.7, eta, 1);
    }
    assertArrayEquals(thrice, once, 1e-13);
  }

  @Test
  void aRowThatCountsHalfMakesHalfAStep() {
    double[] alpha = gaussians(RANK);
    double eta = 0.3 / dot(alpha, alpha);
    double[] half = w.clone();
    double[] expected = w.clone();
    LabelStep step = new LabelStep(Gaussian.LABEL, 3, new ProximalStep(0.1, 0.2), 0);
    step.regressor(half, alpha, 0.7, eta, 0.5);
    new ProximalStep(0.1, 0.2).update(expected, alpha, 0.7, eta / 2);
    assertArrayEquals(expected, half, 0);
  }

  /** However much it counts, a row leads at most to its own label, or as far as counting once. */
  @Test
  void aRowThatCountsAMillionTimesDoesNotOvershoot() {
    double[] alpha = gaussians(RANK);
    for (double share : new double[] {1e-9, 0.01, 0.5, 0.99, 1, 1.7}) {
      double eta = share / (2 * dot(alpha, alpha));
      double[] moved = w.clone();
      step(Gaussian.LABEL, 3, 0).regressor(moved, alpha, 0.7, eta, 1e6);
      double left = (0.7 - dot(moved, alpha)) / (0.7 - dot(w, alpha));
      assertTrue(left >= Math.min(0, 1 - share) - 1e-9 && left < 1, share + ": " + left);
    }
  }

  /** Codes stay as they are; each row steps from the same regressor, which goes to their mean. */
  @Test
  void theFixedPointOfTheRegressorsStepIsLogisticRegression() {
    int n = 60;
    double[][] codes = new double[n][];
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      codes[i] = gaussians(RANK);
      y[i] = random.nextDouble() < 1 / (1 + Math.exp(-0.5 - dot(w, codes[i]))) ? 1 : 0;
    }
    double[] at = new double[RANK + 1];
    for (int round = 0; round < 20_000; round++) {
      double[] mean = new double[RANK + 1];
      for (int i = 0; i < n; i++) {
        double[] v = Arrays.copyOf(at, RANK);
        LabelStep step = step(Logistic.LABEL, 1, at[RANK]);
        step.regressor(v, codes[i], y[i], 0.05, 1);
        for (int c = 0; c < RANK; c++) {
          mean[c] += v[c] / n;
        }
        mean[RANK] += step.intercept() / n;
      }
      at = mean;
    }
    assertArrayEquals(logisticRegression(codes, y), at, 1e-8);
  }

  private static double[] logisticRegression(double[][] codes, double[] y) {
    int p = RANK + 1;
    double[] beta = new double[p];
    for (int round = 0; round < 30; round++) {
      double[] rows = new double[y.length * p];
      double[] right = new double[y.length];
      for (int i = 0; i < y.length; i++) {
        double[] a = Arrays.copyOf(codes[i], p);
        a[RANK] = 1;
        double eta = dot(a, beta);
        double root = Math.sqrt(Logistic.LABEL.curvature(y[i], eta));
        for (int c = 0; c < p; c++) {
          rows[i * p + c] = root * a[c];
        }
        right[i] = root * Logistic.LABEL.workingLabel(y[i], eta);
      }
      beta = LeastSquares.solve(rows, y.length, p, right);
    }
    return beta;
  }

  @Test
  void aStepNeverGoesBeyondWhereItsCountIs() {
    for (Label kind : List.of(Counts.POISSON, new Counts(50), new Counts(0.5))) {
      for (double b : new double[] {-10, 0, 20}) {
        for (double y : new double[] {0, 3, 1e6}) {
          double q = random.nextBoolean() ? 1 : 100 * random.nextDouble();
          double[] alpha = gaussians(RANK);
          double[] v = new double[RANK];
          LabelStep step = step(kind, 1, b);
          step.regressor(v, alpha, y, 1e9, q);
          double moved = step.intercept() + dot(v, alpha) - b;
          String found = kind + " " + b + " " + y + " " + moved;
          assertTrue(moved / (kind.link(y) - b) <= 1 + 1e-9, found);
          assertTrue(kind.deviance(y, b + moved) <= kind.deviance(y, b) * (1 + 1e-9), found);
          assertTrue(kind != Counts.POISSON || Math.abs(moved) <= 1 + 1e-9, found);
        }
      }
    }
  }
}
