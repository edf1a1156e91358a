package org.slrm.internal.factor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.run.Workers;

/** The sums of an E step against the same from each row's dense Gaussian, one row at a time. */
class ExpectationStepTest {
  private static final int P = 9;
  private static final int D = 3;

  private final SplittableRandom random = new SplittableRandom(11);
  private final IncompleteMatrix z = table();
  private final double[] weights = random.doubles(z.rows(), 0.2, 3).toArray();
  private final double[] omega = {1, 1, 1, 1, 1, 1, 1, 4, 2.5};
  private final Factors f =
      new Factors(
          D,
          random.doubles(P, -1, 1).toArray(),
          random.doubles(P * D, -1, 1).toArray(),
          random.doubles(P, 0.2, 2).toArray());
  private final RowPlan plan = new RowPlan(z, weights, 0);

  /** Some columns in most rows, some in few; patterns for several blocks, some of them shared. */
  private IncompleteMatrix table() {
    double[][] rows = new double[400][P];
    for (double[] row : rows) {
      Arrays.setAll(
          row, j -> random.nextDouble() < 0.25 + 0.07 * j ? random.nextGaussian() : Double.NaN);
    }
    return IncompleteMatrix.ofNaN(rows);
  }

  @Test
  void theTableIsWorthTheTest() {
    assertTrue(plan.blocks > 2 && plan.parts > 1 && plan.patterns.groups() < z.rows());
    assertTrue(!plan.complement[0] && plan.complement[P - 1]);
  }

  @Test
  void sumsAreThoseOfTheRowsOwnGaussians() {
    assertStatistics(expected(weights), new ExpectationStep(f, omega).run(plan, Workers.single()));
    assertStatistics(expected(weights), ExpectationStep.lean(f, omega).run(plan, Workers.single()));
  }

  @Test
  void rowsWithoutWeightsCountOnce() {
    double[] ones = new double[z.rows()];
    Arrays.fill(ones, 1);
    RowPlan plain = new RowPlan(z, null, 0);
    assertStatistics(expected(ones), new ExpectationStep(f, omega).run(plain, Workers.single()));
  }

  @Test
  void columnByColumnTheSumsAreTheSame() {
    FactorStatistics all = expected(weights);
    for (ExpectationStep step :
        new ExpectationStep[] {new ExpectationStep(f, omega), ExpectationStep.lean(f, omega)}) {
      ExpectationStep.RowResults results = step.results(plan);
      assertArrayEquals(all.total, results.total().total, 1e-9);
      assertEquals(all.objective, results.total().objective, 1e-8);
      assertEquals(all.misfit, results.total().misfit, 1e-8);
      for (int[] range : new int[][] {{0, 4}, {4, 5}, {5, P}, {0, P}, {3, 3}}) {
        FactorStatistics s = results.columns(range[0], range[1]);
        assertArrayEquals(slice(all.gram, range, all.width), s.gram, 1e-9);
        assertArrayEquals(slice(all.xa, range, D), s.xa, 1e-9);
        assertArrayEquals(slice(all.x, range, 1), s.x, 1e-9);
        assertArrayEquals(slice(all.xx, range, 1), s.xx, 1e-9);
      }
    }
  }

  private static double[] slice(double[] a, int[] range, int width) {
    return Arrays.copyOfRange(a, range[0] * width, range[1] * width);
  }

  private static void assertStatistics(FactorStatistics expected, FactorStatistics s) {
    assertArrayEquals(expected.gram, s.gram, 1e-9);
    assertArrayEquals(expected.xa, s.xa, 1e-9);
    assertArrayEquals(expected.x, s.x, 1e-9);
    assertArrayEquals(expected.xx, s.xx, 1e-9);
    assertArrayEquals(expected.total, s.total, 1e-9);
    assertEquals(expected.objective, s.objective, 1e-8);
    assertEquals(expected.misfit, s.misfit, 1e-8);
  }

  private FactorStatistics expected(double[] v) {
    FactorStatistics s = new FactorStatistics(P, D);
    for (int i = 0; i < z.rows(); i++) {
      addRow(s, i, v[i]);
    }
    return s;
  }

  /** x_o ~ N(μ_o, C) with C = V_o V_oᵀ + diag(ψ/ω); a = V_oᵀC⁻¹r, S = I − V_oᵀC⁻¹V_o. */
  private void addRow(FactorStatistics s, int i, double v) {
    int[] o = z.row(i).indices();
    int m = z.observed(i);
    double[][] c = new double[m][m];
    double[] r = new double[m];
    double logDensity = 0;
    for (int e = 0; e < m; e++) {
      r[e] = z.valueAt(i, o[e]) - f.mu()[o[e]];
      for (int g = 0; g < m; g++) {
        for (int k = 0; k < D; k++) {
          c[e][g] += loading(o[e], k) * loading(o[g], k);
        }
      }
      double noise = f.psi()[o[e]] / omega[o[e]];
      c[e][e] += noise;
      // A column that counts ω times brings ω normalising terms, of which C has one, of ψ/ω.
      logDensity += omega[o[e]] * Math.log(2 * Math.PI * f.psi()[o[e]]) - Math.log(noise);
    }
    logDensity += invert(c);
    double[] beta = new double[D + 1];
    beta[D] = 1;
    double fit = 0;
    for (int e = 0; e < m; e++) {
      for (int g = 0; g < m; g++) {
        fit += r[e] * c[e][g] * r[g];
        for (int k = 0; k < D; k++) {
          beta[k] += loading(o[e], k) * c[e][g] * r[g];
        }
      }
    }
    s.objective -= v / 2 * (logDensity + fit);
    s.misfit += v * fit;
    double[] outer = new double[s.width];
    for (int k = 0, at = 0; k <= D; k++) {
      for (int l = 0; l <= k; l++, at++) {
        outer[at] = v * (beta[k] * beta[l] + (k < D ? spread(o, m, c, k, l) : 0));
      }
    }
    add(s.total, 0, outer);
    for (int e = 0; e < m; e++) {
      double x = z.valueAt(i, o[e]);
      add(s.gram, o[e] * s.width, outer);
      s.x[o[e]] += v * x;
      s.xx[o[e]] += v * x * x;
      for (int k = 0; k < D; k++) {
        s.xa[o[e] * D + k] += v * x * beta[k];
      }
    }
  }

  private double spread(int[] o, int m, double[][] inverse, int k, int l) {
    double sum = k == l ? 1 : 0;
    for (int e = 0; e < m; e++) {
      for (int g = 0; g < m; g++) {
        sum -= loading(o[e], k) * inverse[e][g] * loading(o[g], l);
      }
    }
    return sum;
  }

  private double loading(int j, int k) {
    return f.V()[j * D + k];
  }

  private static void add(double[] to, int at, double[] from) {
    for (int k = 0; k < from.length; k++) {
      to[at + k] += from[k];
    }
  }

  /** Gauss-Jordan in place; returns the log determinant. */
  private static double invert(double[][] c) {
    double logDet = 0;
    for (int k = 0; k < c.length; k++) {
      double pivot = c[k][k];
      logDet += Math.log(pivot);
      c[k][k] = 1;
      for (int j = 0; j < c.length; j++) {
        c[k][j] /= pivot;
      }
      for (int i = 0; i < c.length; i++) {
        if (i != k) {
          double factor = c[i][k];
          c[i][k] = 0;
          for (int j = 0; j < c.length; j++) {
            c[i][j] -= factor * c[k][j];
          }
        }
      }
    }
    return logDet;
  }
}
