package org.slrm.paper.internal.algorithm;

import org.slrm.internal.linalg.Decompositions;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.SpdFactor;
import org.slrm.paper.internal.step.ObservedGram;

/**
 * (U_ΩᵀU_Ω)⁻¹ for one pattern after another, and the gate (G-2) on it:
 *
 * <pre>‖(U_ΩᵀU_Ω)⁻¹‖₂ ≤ D / (m(1 − γ))</pre>
 *
 * A singular U_ΩᵀU_Ω never passes. U is orthonormal. Has a workspace: one per thread.
 */
public final class GatedProjection {
  /** A pivot below this fraction of its diagonal entry counts as zero. */
  private static final double PIVOT = 1e-10;

  private final int D;
  private final int d;
  private final double gamma;
  private final ObservedGram gram;
  private final double[] full;
  private final double[] system;
  private final SpdFactor factor;
  private final double[] inverse;
  private boolean answered;

  /** For a basis of D rows and d columns and a gate γ in [0, 1). */
  public GatedProjection(int D, int d, double gamma) {
    this.D = D;
    this.d = d;
    this.gamma = gamma;
    gram = new ObservedGram(D, d);
    full = new double[d * d];
    system = new double[Packed.length(d)];
    factor = new SpdFactor(d);
    inverse = new double[Packed.length(d)];
  }

  /** Prepares for a pattern; true when it passes the gate. */
  public boolean pattern(double[] U, int[] observed, int m) {
    gram.compute(U, observed, m);
    // With fewer entries than the rank a factorisation can only succeed by rounding.
    answered = m >= d && invert(0, PIVOT) && passes(D / (m * (1 - gamma)));
    return answered;
  }

  /** Whether the last pattern passed the gate. */
  public boolean answered() {
    return answered;
  }

  /** (U_ΩᵀU_Ω)⁻¹, packed; defined when the gate passed, or after {@link #regularize}. */
  public double[] inverse() {
    return inverse;
  }

  /** Replaces the inverse by (U_ΩᵀU_Ω + κI)⁻¹. */
  public void regularize(double kappa) {
    if (!invert(kappa, 0)) {
      throw new ArithmeticException("a matrix with ridge " + kappa + " has no Cholesky factor");
    }
  }

  /** ‖(U_ΩᵀU_Ω)⁻¹‖₂ of the last pattern, infinite when singular. */
  public double inverseNorm() {
    Packed.unpack(gram.packed(), 0, full, d);
    double smallest = Decompositions.symmetric(full, d).values()[d - 1];
    return smallest > 1e-14 * d ? 1 / smallest : Double.POSITIVE_INFINITY;
  }

  /** Cheap bounds decide most patterns: max_c A_cc ≤ ‖A‖₂ ≤ ‖A‖_F; eigenvalues the rest. */
  private boolean passes(double limit) {
    double squares = 0;
    double largest = 0;
    int k = 0;
    for (int r = 0; r < d; r++) {
      for (int c = 0; c < r; c++, k++) {
        squares += 2 * inverse[k] * inverse[k];
      }
      squares += inverse[k] * inverse[k];
      largest = Math.max(largest, inverse[k++]);
    }
    if (largest > limit * (1 + 1e-9)) {
      return false;
    }
    return squares <= limit * limit * (1 - 1e-9) || inverseNorm() <= limit;
  }

  private boolean invert(double ridge, double tolerance) {
    System.arraycopy(gram.packed(), 0, system, 0, system.length);
    boolean sound = factor(factor, system, d, ridge, tolerance);
    if (sound) {
      factor.inverse(inverse, 0);
    }
    return sound;
  }

  /** Factors a packed matrix plus a ridge; false if a pivot is below a fraction of its diagonal. */
  static boolean factor(SpdFactor factor, double[] system, int d, double ridge, double tolerance) {
    for (int c = 0; c < d; c++) {
      system[Packed.at(c, c)] += ridge;
    }
    boolean sound = factor.factor(system, 0);
    for (int c = 0; sound && c < d; c++) {
      sound = factor.pivot(c) > tolerance * system[Packed.at(c, c)];
    }
    return sound;
  }
}
