package org.slrm.internal.solver;

import java.util.Arrays;
import org.slrm.internal.linalg.Decompositions;
import org.slrm.internal.linalg.Decompositions.Eigen;
import org.slrm.internal.linalg.Dense;
import org.slrm.internal.linalg.Packed;

/**
 * The nearest orthonormal matrix (S-4): U ← Ũ P with P = (ŨᵀŨ)^(−1/2). It does not rotate the
 * basis, which is what keeps sparsity of w meaningful. P is found in d×d: by its series or
 * Newton–Schulz near the identity, by the symmetric eigenproblem far from it.
 */
final class PolarStep {
  /** ‖UᵀU − I‖ to reach. */
  private static final double TOLERANCE = 1e-12;

  /** Beyond this ‖ŨᵀŨ − I‖ Newton–Schulz may not converge. */
  private static final double FAR = 0.5;

  private final int D;
  private final int d;
  private final double[] packed;
  private final double[] gram;
  private final double[] P;
  private final double[] m;
  private final double[] square;
  private final double[] row;

  PolarStep(int D, int d) {
    this.D = D;
    this.d = d;
    packed = new double[Packed.length(d)];
    gram = new double[d * d];
    P = new double[d * d];
    m = new double[d * d];
    square = new double[d * d];
    row = new double[d];
  }

  /** Replaces U by its polar factor. */
  void orthonormalize(double[] U) {
    Dense.gram(U, D, d, packed);
    Packed.unpack(packed, 0, gram, d);
    double distance = distanceFromIdentity(gram);
    if (distance < 0.01 * TOLERANCE) {
      return;
    }
    if (distance < 1e-3) {
      series();
    } else if (distance < FAR) {
      newtonSchulz();
    } else {
      eigen();
    }
    apply(U);
    if (!(distance < FAR)) {
      // One more from close by removes what a bad conditioning left.
      Dense.gram(U, D, d, packed);
      Packed.unpack(packed, 0, gram, d);
      if (distanceFromIdentity(gram) < FAR) {
        newtonSchulz();
        apply(U);
      }
    }
  }

  /** (I + E)^(−1/2) = I − E/2 + 3E²/8 − 5E³/16, enough for ‖E‖ < 1e-3. */
  private void series() {
    for (int c = 0; c < d; c++) {
      gram[c * d + c] -= 1;
    }
    // Horner: I + E(−1/2 + E(3/8 − 5E/16))
    for (int e = 0; e < m.length; e++) {
      m[e] = -0.3125 * gram[e];
    }
    addIdentity(m, 0.375);
    Dense.multiply(gram, m, square, d, d, d);
    addIdentity(square, -0.5);
    Dense.multiply(gram, square, P, d, d, d);
    addIdentity(P, 1);
  }

  /** P ← P(3I − P²G)/2 until ‖P²G − I‖ is below the tolerance. */
  private void newtonSchulz() {
    Arrays.fill(P, 0);
    addIdentity(P, 1);
    System.arraycopy(gram, 0, m, 0, m.length);
    for (int k = 0; k < 30 && distanceFromIdentity(m) >= 0.1 * TOLERANCE; k++) {
      for (int e = 0; e < m.length; e++) {
        m[e] *= -0.5;
      }
      addIdentity(m, 1.5);
      Dense.multiply(P, m, square, d, d, d);
      System.arraycopy(square, 0, P, 0, P.length);
      Dense.multiply(P, P, square, d, d, d);
      Dense.multiply(square, gram, m, d, d, d);
    }
  }

  /** P = V diag(1/√λ) Vᵀ. A direction that has vanished is left where it is. */
  private void eigen() {
    Eigen g = Decompositions.symmetric(gram, d);
    double floor = 1e-14 * g.values()[0];
    Arrays.fill(P, 0);
    for (int k = 0; k < d; k++) {
      double s = 1 / Math.sqrt(Math.max(g.values()[k], floor));
      for (int r = 0; r < d; r++) {
        row[r] = g.vectors()[r * d + k];
      }
      for (int r = 0; r < d; r++) {
        Dense.addScaled(s * row[r], row, 0, P, r * d, d);
      }
    }
  }

  private void apply(double[] U) {
    for (int j = 0; j < D; j++) {
      Arrays.fill(row, 0);
      for (int k = 0; k < d; k++) {
        Dense.addScaled(U[j * d + k], P, k * d, row, 0, d);
      }
      System.arraycopy(row, 0, U, j * d, d);
    }
  }

  private void addIdentity(double[] a, double s) {
    for (int c = 0; c < d; c++) {
      a[c * d + c] += s;
    }
  }

  /** Frobenius norm of A − I. */
  private double distanceFromIdentity(double[] a) {
    double sum = 0;
    for (int r = 0; r < d; r++) {
      for (int c = 0; c < d; c++) {
        double e = a[r * d + c] - (r == c ? 1 : 0);
        sum += e * e;
      }
    }
    return Math.sqrt(sum);
  }
}
