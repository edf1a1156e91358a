package org.slrm.paper.internal.step;

import org.slrm.internal.linalg.Kernels;
import org.slrm.internal.linalg.Packed;

/**
 * U_ΩᵀU_Ω, packed, for an orthonormal U of D rows and successive sets of observed rows Ω. For
 * mostly observed rows it is I − Σ_{j∉Ω} U_jU_jᵀ. Keeps its workspace: one per thread.
 */
public final class ObservedGram {
  private final int D;
  private final int d;
  private final int[] missing;
  private final double[] gram;

  /** For a basis of D rows and d columns. */
  public ObservedGram(int D, int d) {
    this.D = D;
    this.d = d;
    missing = new int[D];
    gram = new double[Packed.length(d) + Kernels.SPARE];
  }

  /** The last result; overwritten by the next. */
  public double[] packed() {
    return gram;
  }

  /** Computes it for the first m of {@code observed}, increasing. */
  public void compute(double[] U, int[] observed, int m) {
    if (2 * m <= D) {
      Packed.sumOuters(gram, U, observed, m, d);
      return;
    }
    Packed.sumOuters(gram, U, missing, complement(observed, m), d);
    for (int e = 0; e < gram.length; e++) {
      gram[e] = -gram[e];
    }
    for (int c = 0; c < d; c++) {
      gram[Packed.at(c, c)] += 1;
    }
  }

  private int complement(int[] observed, int m) {
    int count = 0;
    int k = 0;
    for (int j = 0; j < D; j++) {
      if (k < m && observed[k] == j) {
        k++;
      } else {
        missing[count++] = j;
      }
    }
    return count;
  }
}
