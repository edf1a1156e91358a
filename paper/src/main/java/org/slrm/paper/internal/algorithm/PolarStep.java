package org.slrm.paper.internal.algorithm;

import java.util.Arrays;
import org.slrm.internal.linalg.Decompositions;
import org.slrm.internal.linalg.Decompositions.Eigen;
import org.slrm.internal.linalg.Dense;
import org.slrm.internal.linalg.Kernels;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.Vectors;

/**
 * The nearest orthonormal matrix (S-4): U ← Ũ P with P = (ŨᵀŨ)^(−1/2). It does not rotate the
 * basis, so sparsity of w stays meaningful. P is d×d and computed by its series or Newton–Schulz
 * near the identity, by the symmetric eigenproblem far from it.
 */
final class PolarStep {
  /** The accuracy ‖UᵀU − I‖. */
  private static final double TOLERANCE = 1e-12;

  /** Beyond this ‖ŨᵀŨ − I‖ Newton–Schulz may not converge. */
  private static final double FAR = 0.5;

  /** ‖E‖ up to which 5‖E‖³/16 is below 1e-15. */
  private static final double ONE_PRODUCT = 1.4e-5;

  /** ‖E‖ up to which 63‖E‖⁵/256 is below 1e-15. */
  private static final double TWO_PRODUCTS = 1.3e-3;

  /** ‖P²G − I‖ below which one step of Newton–Schulz is exact up to rounding. */
  private static final double LAST = 1e-8;

  /** Rounds between two Gram matrices computed from all rows. */
  private static final int FULL_EVERY = 64;

  private final int D;
  private final int d;

  /** d rounded up to whole vectors; what is beyond d stays zero. */
  private final int stride;

  private final double[] packed;
  private final double[] gram;
  private final double[] P;
  private final double[] m;
  private final double[] square;
  private final double[] cube;
  private final double[] full;
  private final double[] row;
  private final double[] product;
  private long rounds;

  PolarStep(int D, int d) {
    this.D = D;
    this.d = d;
    stride = (d + 3) / 4 * 4;
    packed = new double[Packed.length(d) + Kernels.SPARE];
    gram = new double[d * stride];
    P = new double[d * stride];
    m = new double[d * stride];
    square = new double[d * stride];
    cube = new double[d * stride];
    full = new double[d * d];
    row = new double[d];
    product = new double[D * stride];
  }

  /** Replaces U by its polar factor. */
  void orthonormalize(double[] U) {
    Dense.gram(U, D, d, packed);
    orthonormalizeByGram(U);
  }

  /**
   * Orthonormalizes U when it was orthonormal and then only the first m rows of {@code changed}
   * moved: ŨᵀŨ = I − (U_ΩᵀU_Ω before) + Ũ_ΩᵀŨ_Ω, in O(m d²). Recomputed in full at intervals, so
   * that rounding does not accumulate.
   */
  void orthonormalize(double[] U, int[] changed, int m, double[] before) {
    if (m == D || ++rounds % FULL_EVERY == 0) {
      orthonormalize(U);
      return;
    }
    gramAfter(U, changed, m, before);
    orthonormalizeByGram(U);
  }

  private void gramAfter(double[] U, int[] changed, int m, double[] before) {
    Packed.sumOuters(packed, U, changed, m, d);
    Vectors.add(packed, 0, -1, before, 0, Packed.length(d));
    for (int c = 0; c < d; c++) {
      packed[Packed.at(c, c)] += 1;
    }
  }

  /**
   * For a U stored as V T: T ← T P and T⁻¹ ← P⁻¹ T⁻¹ with P⁻¹ = ŨᵀŨ P, both of d rows a {@link
   * #stride} apart. Only the changed rows of U are read. Returns false without a change if P is far
   * from the identity.
   */
  boolean turn(double[] U, int[] changed, int m, double[] before, double[] T, double[] inverseT) {
    gramAfter(U, changed, m, before);
    unpack();
    double distance = distanceFromIdentity(gram);
    if (!(distance < FAR)) {
      return false;
    }
    findNear(distance);
    multiply(T, P, square);
    System.arraycopy(square, 0, T, 0, square.length);
    unpack();
    multiply(gram, P, square);
    multiply(square, inverseT, cube);
    System.arraycopy(cube, 0, inverseT, 0, cube.length);
    return true;
  }

  /** Numbers from row to row of d×d matrices. */
  int stride() {
    return stride;
  }

  /** P for a Gram matrix near the identity. */
  private void findNear(double distance) {
    if (distance < 1e-2) {
      series(distance);
    } else {
      newtonSchulz();
    }
  }

  /** With ŨᵀŨ in {@code packed}. */
  private void orthonormalizeByGram(double[] U) {
    unpack();
    double distance = distanceFromIdentity(gram);
    if (distance < 0.01 * TOLERANCE) {
      return;
    }
    if (distance < FAR) {
      findNear(distance);
    } else {
      eigen();
    }
    apply(U);
    if (!(distance < FAR)) {
      // One more step removes errors of bad conditioning.
      Dense.gram(U, D, d, packed);
      unpack();
      if (distanceFromIdentity(gram) < FAR) {
        newtonSchulz();
        apply(U);
      }
    }
  }

  /**
   * (I + E)^(−1/2) = I − E/2 + 3E²/8 − 5E³/16 + 35E⁴/128 − 63E⁵/256 + 231E⁶/1024, in three products
   * for ‖E‖ < 1e-2, with fewer powers for smaller E. The remainder is below 2e-15; its sum until
   * the next Gram matrix of all rows is below the tolerance.
   */
  private void series(double distance) {
    double[] E = gram;
    addIdentity(E, -1);
    multiply(E, E, square);
    for (int e = 0; e < P.length; e++) {
      P[e] = -0.5 * E[e] + 0.375 * square[e];
    }
    addIdentity(P, 1);
    if (distance < ONE_PRODUCT) {
      return;
    }
    if (distance < TWO_PRODUCTS) {
      for (int e = 0; e < m.length; e++) {
        m[e] = 35. / 128 * square[e] - 0.3125 * E[e];
      }
      multiply(square, m, cube);
      Vectors.add(P, 0, 1, cube, 0, P.length);
      return;
    }
    multiply(E, square, cube);
    for (int e = 0; e < m.length; e++) {
      m[e] = 35. / 128 * E[e] - 63. / 256 * square[e] + 231. / 1024 * cube[e];
    }
    addIdentity(m, -0.3125);
    multiply(cube, m, square);
    Vectors.add(P, 0, 1, square, 0, P.length);
  }

  /** P ← P(3I − P²G)/2, whose error is 3/4 of the square of ‖P²G − I‖ before it. */
  private void newtonSchulz() {
    Arrays.fill(P, 0);
    addIdentity(P, 1);
    System.arraycopy(gram, 0, m, 0, m.length);
    double error = distanceFromIdentity(m);
    for (int k = 0; k < 30 && error > 0; k++) {
      for (int e = 0; e < m.length; e++) {
        m[e] *= -0.5;
      }
      addIdentity(m, 1.5);
      multiply(P, m, square);
      System.arraycopy(square, 0, P, 0, P.length);
      if (error < LAST) {
        return;
      }
      multiply(P, P, square);
      multiply(square, gram, m);
      error = distanceFromIdentity(m);
    }
  }

  /** P = V diag(1/√λ) Vᵀ. A direction with λ = 0 stays unchanged. */
  private void eigen() {
    Packed.unpack(packed, 0, full, d);
    Eigen g = Decompositions.symmetric(full, d);
    double floor = 1e-14 * g.values()[0];
    Arrays.fill(P, 0);
    for (int k = 0; k < d; k++) {
      double s = 1 / Math.sqrt(Math.max(g.values()[k], floor));
      for (int r = 0; r < d; r++) {
        row[r] = g.vectors()[r * d + k];
      }
      for (int r = 0; r < d; r++) {
        Vectors.add(P, r * stride, s * row[r], row, 0, d);
      }
    }
  }

  private void apply(double[] U) {
    Kernels.active().multiply(U, d, P, product, D, d, stride);
    for (int j = 0; j < D; j++) {
      System.arraycopy(product, j * stride, U, j * d, d);
    }
  }

  private void multiply(double[] a, double[] b, double[] out) {
    Kernels.active().multiply(a, stride, b, out, d, d, stride);
  }

  /** The Gram matrix in full, rows a stride apart. */
  private void unpack() {
    int k = 0;
    for (int i = 0; i < d; i++) {
      for (int j = 0; j <= i; j++, k++) {
        gram[i * stride + j] = packed[k];
        gram[j * stride + i] = packed[k];
      }
    }
  }

  private void addIdentity(double[] a, double s) {
    for (int c = 0; c < d; c++) {
      a[c * stride + c] += s;
    }
  }

  /** Frobenius norm of A − I. */
  double distanceFromIdentity(double[] a) {
    double sum = 0;
    for (int r = 0; r < d; r++) {
      int at = r * stride;
      a[at + r] -= 1;
      sum += Vectors.dot(a, at, a, at, d);
      a[at + r] += 1;
    }
    return Math.sqrt(sum);
  }
}
