package org.slrm.paper.internal.algorithm;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.linalg.Kernels;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.SpdFactor;
import org.slrm.internal.linalg.Vectors;
import org.slrm.paper.internal.algorithm.label.LabelStep;
import org.slrm.paper.internal.step.ObservedGram;

/**
 * The code of a row given an orthonormal basis and a regressor (S-2):
 *
 * <pre>(λ1 U_ΩᵀU_Ω + wwᵀ) α = λ1 U_Ωᵀx_Ω + y w</pre>
 *
 * A row without a label drops wwᵀ and y w. Keeps its workspace: one per thread.
 */
public final class CodeStep {
  /** A pivot below this fraction of its diagonal entry counts as zero. */
  private static final double PIVOT = 1e-10;

  /** Ridge for singular systems, relative to the trace. */
  private static final double RIDGE = 1e-8;

  private final int d;
  private final ObservedGram gram;
  private final int[] observed;
  private final double[] values;
  private final double[] sums;
  private final double[] system;
  private final SpdFactor factor;
  private final double[] alpha;
  private final double[] z;
  private boolean solvable;
  private long ridged;

  public CodeStep(int D, int d) {
    this.d = d;
    gram = new ObservedGram(D, d);
    observed = new int[D];
    values = new double[D];
    sums = new double[d + Kernels.SPARE];
    system = new double[Packed.length(d)];
    factor = new SpdFactor(d);
    alpha = new double[d];
    z = new double[d];
  }

  /** The last code; overwritten by the next. */
  public double[] alpha() {
    return alpha;
  }

  /** U_ΩᵀU_Ω of the last row, packed. */
  double[] observedGram() {
    return gram.packed();
  }

  /** Number of systems so far that needed the ridge. */
  long ridged() {
    return ridged;
  }

  /** The code of row i without its label. */
  public void solve(double[] U, IncompleteMatrix x, int i) {
    solve(U, x, i, 1, null, Double.NaN);
  }

  /** The code of row i; without label when y is NaN. */
  public void solve(
      double[] U, IncompleteMatrix x, int i, double lambda1, double @Nullable [] w, double y) {
    int m = x.observed(i);
    for (int e = 0, k = x.rowStart(i); e < m; e++, k++) {
      observed[e] = x.column(k);
      values[e] = x.value(k);
    }
    project(U, m);
    gram.compute(U, observed, m);
    System.arraycopy(gram.packed(), 0, system, 0, system.length);
    boolean labelled = w != null && !Double.isNaN(y);
    if (labelled) {
      // Both sides divided by λ1, so that a large λ1 stays well scaled.
      Packed.addOuter(system, 0, 1 / lambda1, w, 0, d);
      Vectors.add(alpha, 0, y / lambda1, w, 0, d);
    }
    // With fewer equations than unknowns the system is singular, even if a factorisation succeeds.
    boolean regular =
        m + (labelled ? 1 : 0) >= d && GatedProjection.factor(factor, system, d, 0, PIVOT);
    solvable = regular || factorWithRidge();
    if (solvable) {
      factor.solve(alpha);
    } else {
      Arrays.fill(alpha, 0);
    }
  }

  /** α = U_Ωᵀx_Ω. */
  private void project(double[] U, int m) {
    Arrays.fill(sums, 0);
    int whole = Kernels.whole(observed, m, d, U.length);
    Kernels.active().sumWeightedRows(U, d, observed, values, whole, sums);
    System.arraycopy(sums, 0, alpha, 0, d);
    for (int e = whole; e < m; e++) {
      Vectors.add(alpha, 0, values[e], U, observed[e] * d, d);
    }
  }

  /** The code of row i with a label of any kind, (S-2) or (S-2'); without label when y is NaN. */
  void solve(double[] U, IncompleteMatrix x, int i, double[] w, LabelStep label, double y) {
    if (label.quadratic() || Double.isNaN(y)) {
      solve(U, x, i, label.lambda1(), w, y);
      return;
    }
    solve(U, x, i);
    if (solvable) {
      // λ1 z = (U_ΩᵀU_Ω)⁻¹w
      System.arraycopy(w, 0, z, 0, d);
      factor.solve(z);
      label.move(alpha, z, w, y);
    }
  }

  private boolean factorWithRidge() {
    ridged++;
    double trace = 0;
    for (int c = 0; c < d; c++) {
      trace += system[Packed.at(c, c)];
    }
    return GatedProjection.factor(factor, system, d, RIDGE * trace, 0);
  }
}
