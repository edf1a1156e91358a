package org.slrm.paper.internal.algorithm;

import java.util.Arrays;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.linalg.Kernels;

/**
 * The orthonormal basis of Algorithm 1, stored as U = V T where that is cheaper. A row updates only
 * the rows Ω of U, but the polar factor (S-4) multiplies all D of them by the same d×d matrix P.
 * For a row with few entries P is applied to T, and V changes in the rows Ω only:
 *
 * <pre>U_Ω = V_Ω T;   then, Ũ_Ω being U_Ω after (S-3):   V_Ω ← Ũ_Ω T⁻¹,   T ← T P,   T⁻¹ ← P⁻¹ T⁻¹
 * </pre>
 *
 * in O(|Ω|d² + d³) instead of O(Dd²). U is multiplied out for other rows, at intervals, when T is
 * far from the identity, and when U is read.
 */
final class FactoredBasis {
  /** ‖T − I‖ beyond which U is multiplied out: T and its inverse stay well conditioned. */
  private static final double FAR = 0.5;

  /** Least and most rounds between two orthonormalisations from all rows. */
  private static final int MIN_ROUNDS = 64;

  private static final int MAX_ROUNDS = 1024;

  private final int D;
  private final int d;
  private final double[] V;
  private final PolarStep polarStep;
  private final int stride;
  private final double[] T;
  private final double[] inverseT;
  private final double[] rows;
  private final double[] gathered;
  private final double[] product;
  private final int[] observed;
  private final int mostRounds;
  private int m;
  private boolean lazy;
  private int rounds;

  /** Stores U in the given array. */
  FactoredBasis(double[] U, int D, int d) {
    this.D = D;
    this.d = d;
    V = U;
    polarStep = new PolarStep(D, d);
    stride = polarStep.stride();
    T = new double[d * stride];
    inverseT = new double[d * stride];
    int most = pays(1) ? D : 0;
    rows = new double[most * d];
    gathered = new double[most * d];
    product = new double[Math.max(1, most) * stride];
    observed = new int[D];
    mostRounds = Math.max(MIN_ROUNDS, Math.min(MAX_ROUNDS, D / 16));
    reset();
  }

  /** Two products with |Ω| rows and three d×d ones against one with all D rows. */
  private boolean pays(int m) {
    return 2L * m + 3L * d < D;
  }

  private void reset() {
    Arrays.fill(T, 0);
    Arrays.fill(inverseT, 0);
    for (int c = 0; c < d; c++) {
      T[c * stride + c] = 1;
      inverseT[c * stride + c] = 1;
    }
    rounds = 0;
  }

  /** The rows of U that row i of x observes; other rows are undefined. */
  double[] rows(IncompleteMatrix x, int i) {
    m = x.observed(i);
    for (int e = 0, k = x.rowStart(i); e < m; e++, k++) {
      observed[e] = x.column(k);
    }
    lazy = pays(m);
    if (!lazy) {
      return settled();
    }
    multiplyRows(V, T, rows);
    return rows;
  }

  /** Stores the updated rows, given U_ΩᵀU_Ω before the update, and makes U orthonormal. */
  void orthonormalize(double[] before) {
    if (!lazy) {
      polarStep.orthonormalize(V, observed, m, before);
      return;
    }
    multiplyRows(rows, inverseT, V);
    rounds++;
    boolean near = polarStep.turn(rows, observed, m, before, T, inverseT);
    if (!near || rounds >= mostRounds || polarStep.distanceFromIdentity(T) > FAR) {
      settled();
      polarStep.orthonormalize(V);
    }
  }

  /** All of U. */
  double[] settled() {
    if (rounds > 0) {
      // V must fit the workspace.
      Kernels.active().multiply(V, d, T, product, D, d, stride);
      for (int j = 0; j < D; j++) {
        System.arraycopy(product, j * stride, V, j * d, d);
      }
      reset();
    }
    return V;
  }

  /** The observed rows of {@code from} times a d×d matrix, to the same rows of {@code to}. */
  private void multiplyRows(double[] from, double[] matrix, double[] to) {
    for (int e = 0; e < m; e++) {
      System.arraycopy(from, observed[e] * d, gathered, e * d, d);
    }
    Kernels.active().multiply(gathered, d, matrix, product, m, d, stride);
    for (int e = 0; e < m; e++) {
      System.arraycopy(product, e * stride, to, observed[e] * d, d);
    }
  }
}
