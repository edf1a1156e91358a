package org.slrm.internal.regression.family;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.slrm.internal.linalg.Decompositions;
import org.slrm.internal.regression.ElasticNet;
import org.slrm.internal.regression.GramProblem;
import org.slrm.internal.regression.Penalties;
import org.slrm.internal.regression.RegressionProblem;

class NuclearNetTest {
  private static final int N = 40;
  private static final int P = 7;
  private static final int T = 4;
  private static final ElasticNet.Settings TIGHT = new ElasticNet.Settings(false, 1e-14, 100_000);

  /** Targets that follow one direction, each with rows of its own; the last feature is constant. */
  private static List<GramProblem> problems(int targets) {
    SplittableRandom random = new SplittableRandom(21);
    double[] x = new double[N * P];
    Arrays.setAll(x, e -> e % P == P - 1 ? 2 : random.nextGaussian() * (1 + e % P));
    List<GramProblem> out = new ArrayList<>();
    for (int t = 0; t < targets; t++) {
      double[] y = new double[N];
      double[] weights = new double[N];
      for (int i = 0; i < N; i++) {
        double code = x[i * P] - x[i * P + 1] + 0.5 * x[i * P + 2];
        y[i] = (t + 1) * code + 2 * random.nextGaussian() + 5;
        weights[i] = (i + t) % 5 == 0 ? 0 : 1;
      }
      out.add(GramProblem.ofRows(x, P, y, weights));
    }
    return out;
  }

  /** P × targets, row-major. */
  private static double[] matrix(SharedPath path, int k, int targets) {
    double[] out = new double[P * targets];
    for (int t = 0; t < targets; t++) {
      for (int j = 0; j < P; j++) {
        out[j * targets + t] = path.column(k, t)[j];
      }
    }
    return out;
  }

  private static double[] gradient(List<GramProblem> problems, double[] w) {
    int targets = problems.size();
    double[] out = new double[w.length];
    double[] g = new double[P];
    for (int t = 0; t < targets; t++) {
      RegressionProblem.Gradient gradient = problems.get(t).gradient();
      for (int j = 0; j < P; j++) {
        gradient.move(j, w[j * targets + t]);
      }
      gradient.writeTo(g);
      for (int j = 0; j < P; j++) {
        out[j * targets + t] = g[j];
      }
    }
    return out;
  }

  /** ‖G‖₂ ≤ λ and UᵀGV = λI for W = U diag(σ) Vᵀ. */
  @Test
  void solutionsAreOptimal() {
    List<GramProblem> problems = problems(T);
    double largest = NuclearNet.largestPenalty(problems, false);
    for (double share : new double[] {0.9, 0.3, 0.05}) {
      double lambda = share * largest / 2;
      double[] w = matrix(path(problems, Penalties.of(2 * lambda, 0), TIGHT), 0, T);
      double[] g = gradient(problems, w);
      assertTrue(Decompositions.svd(g, P, T).s()[0] <= lambda * (1 + 1e-6));
      Decompositions.Svd svd = Decompositions.svd(w, P, T);
      int rank = (int) Arrays.stream(svd.s()).filter(v -> v > 1e-9).count();
      assertTrue(rank >= 1 && (share < 0.3 || rank < T), "rank " + rank);
      for (int a = 0; a < rank; a++) {
        for (int c = 0; c < rank; c++) {
          double sum = 0;
          for (int e = 0; e < P * T; e++) {
            sum += svd.u()[e / T * T + a] * g[e] * svd.v()[e % T * T + c];
          }
          assertEquals(a == c ? lambda : 0, sum, 1e-5 * largest);
        }
      }
      assertEquals(0, w[(P - 1) * T], 0);
    }
  }

  @Test
  void aboveTheLargestPenaltyEverythingIsZero() {
    List<GramProblem> problems = problems(T);
    double largest = NuclearNet.largestPenalty(problems, true);
    var settings = new ElasticNet.Settings(true, 1e-9, 10_000);
    Penalties penalties =
        new Penalties(new double[] {1.001 * largest, 0.9 * largest}, new double[2]);
    SharedPath path = path(problems, penalties, settings);
    assertArrayEquals(new double[P * T], path.coefficients()[0]);
    assertTrue(Math.abs(path.column(1, T - 1)[0]) > 0);
    assertEquals(problems.get(1).meanLabel(), path.intercepts()[0][1], 1e-12);
  }

  /** With one target ‖w‖_* is ‖w‖₂, and the solution a ridge regression with λ/‖w‖. */
  @Test
  void forOneTargetTheNormIsTheLengthOfW() {
    List<GramProblem> problems = problems(1);
    double lambda = 0.2 * NuclearNet.largestPenalty(problems, false) / 2;
    double[] w = matrix(path(problems, Penalties.of(2 * lambda, 0), TIGHT), 0, 1);
    double length = Math.sqrt(Arrays.stream(w).map(v -> v * v).sum());
    double[] s = new double[P];
    Arrays.fill(s, 0, P - 1, 1);
    assertArrayEquals(problems.get(0).ridge(s, lambda / length), w, 1e-6);
  }

  @Test
  void withAWeakPenaltyItIsLeastSquares() {
    List<GramProblem> problems = problems(2);
    SharedPath path = path(problems, Penalties.of(1e-10, 0), TIGHT);
    assertArrayEquals(problems.get(1).leastSquares(), path.column(0, 1), 1e-5);
  }

  private static SharedPath path(
      List<? extends RegressionProblem> problems,
      Penalties penalties,
      ElasticNet.Settings settings) {
    return NuclearNet.of(problems, settings).path(penalties, problems.get(0).features());
  }
}
