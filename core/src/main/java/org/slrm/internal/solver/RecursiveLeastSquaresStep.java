package org.slrm.internal.solver;

import java.util.Arrays;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.Vectors;

/**
 * One recursive least-squares step for every observed feature j of a row (S-3):
 *
 * <pre>v = R_j†α;  β = 1 + αᵀv;  R_j† −= vvᵀ/β;  U_j += (x_j − αᵀU_j) v/β</pre>
 *
 * R_j† is symmetric, packed, contiguous per feature. With a forgetting factor λ below 1 an older
 * row counts less: β = λ + αᵀv and R_j† is divided by λ afterwards.
 */
public final class RecursiveLeastSquaresStep {
  private final int d;
  private final int size;
  private final double delta;
  private final double forgetting;
  private final double[] inverseR;
  private final double[] v;
  private long restarts;

  RecursiveLeastSquaresStep(int D, int d, double delta) {
    this(D, d, delta, 1);
  }

  /** For D features and codes of length d, R_j† = δI at the start. */
  public RecursiveLeastSquaresStep(int D, int d, double delta, double forgetting) {
    this.d = d;
    this.delta = delta;
    this.forgetting = forgetting;
    size = Packed.length(d);
    inverseR = new double[Math.multiplyExact(D, size)];
    v = new double[d];
    for (int at = 0; at < inverseR.length; at += size) {
      restart(at);
    }
  }

  /** R_j† = δI for the feature whose matrix is at {@code at}. */
  private void restart(int at) {
    Arrays.fill(inverseR, at, at + size, 0);
    for (int c = 0; c < d; c++) {
      inverseR[at + Packed.at(c, c)] = delta;
    }
  }

  /** R_j† of all features, packed one after the other. */
  double[] inverseR() {
    return inverseR;
  }

  /** How often rounding had made an R_j† indefinite, so that it was started again. */
  long restarts() {
    return restarts;
  }

  /** Moves the rows of U that row i observes; U is no longer orthonormal afterwards. */
  void update(double[] U, IncompleteMatrix x, int i, double[] alpha) {
    for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
      update(U, x.column(k), x.value(k), alpha);
    }
  }

  /** Moves row j of U by its observed value. */
  public void update(double[] U, int j, double value, double[] alpha) {
    int at = j * size;
    Packed.multiply(inverseR, at, alpha, v, d);
    double beta = forgetting + Vectors.dot(v, 0, alpha, 0, d);
    if (!(beta >= forgetting)) {
      restarts++;
      restart(at);
      return;
    }
    Packed.addOuter(inverseR, at, -1 / beta, v, 0, d);
    if (forgetting < 1) {
      for (int e = at; e < at + size; e++) {
        inverseR[e] /= forgetting;
      }
    }
    double residual = value - Vectors.dot(U, j * d, alpha, 0, d);
    Vectors.add(U, j * d, residual / beta, v, 0, d);
  }
}
