package org.slrm.paper.internal.step;

import java.util.SplittableRandom;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.linalg.Decompositions;
import org.slrm.internal.linalg.Decompositions.Eigen;
import org.slrm.internal.linalg.Dense;
import org.slrm.internal.linalg.Orthonormal;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.Vectors;

/**
 * Leading right singular vectors of zero-filled data (rows × features), which are the left ones of
 * the paper's features × rows. Exact by the smaller Gram matrix while that is cheap, otherwise
 * randomised (Halko, Martinsson and Tropp: range finder with power iterations). The data stay
 * sparse.
 */
public final class LeadingVectors {
  /** Largest side of a Gram matrix that is decomposed exactly. */
  private static final int EXACT = 400;

  private static final int OVERSAMPLING = 10;
  private static final int POWER_ITERATIONS = 6;

  private LeadingVectors() {}

  /**
   * The d leading vectors, orthonormal, row-major features × d, each with a positive sum of cubes.
   */
  public static double[] of(IncompleteMatrix x, int d, long seed) {
    int small = Math.min(x.rows(), x.columns());
    double[] U;
    if (small > EXACT && d + OVERSAMPLING < small) {
      U = randomized(x, d, seed);
    } else if (x.columns() <= x.rows()) {
      U = byFeatures(x, d);
    } else {
      U = byRows(x, d);
    }
    fixSigns(U, x.columns(), d);
    return U;
  }

  /** Eigenvectors of XᵀX. */
  private static double[] byFeatures(IncompleteMatrix x, int d) {
    return first(Decompositions.symmetric(gram(x), x.columns()).vectors(), x.columns(), d);
  }

  /** U = Xᵀ V / σ with the eigenvectors of XXᵀ. */
  private static double[] byRows(IncompleteMatrix x, int d) {
    int n = x.rows();
    Eigen e = Decompositions.symmetric(gram(x.transposed()), n);
    double[] U = new double[x.columns() * d];
    multiplyTransposed(x, first(e.vectors(), n, d), U, d);
    Orthonormal.columns(U, x.columns(), d);
    return U;
  }

  private static double[] randomized(IncompleteMatrix x, int d, long seed) {
    int k = d + OVERSAMPLING;
    int D = x.columns();
    SplittableRandom random = new SplittableRandom(seed);
    double[] Q = new double[D * k];
    for (int e = 0; e < Q.length; e++) {
      Q[e] = random.nextDouble() - 0.5;
    }
    double[] Y = new double[x.rows() * k];
    for (int p = 0; p < POWER_ITERATIONS; p++) {
      Orthonormal.columns(Q, D, k);
      multiply(x, Q, Y, k);
      multiplyTransposed(x, Y, Q, k);
    }
    Orthonormal.columns(Q, D, k);
    multiply(x, Q, Y, k);
    double[] packed = new double[Packed.length(k)];
    Dense.gram(Y, x.rows(), k, packed);
    double[] small = new double[k * k];
    Packed.unpack(packed, 0, small, k);
    double[] V = first(Decompositions.symmetric(small, k).vectors(), k, d);
    double[] U = new double[D * d];
    Dense.multiply(Q, V, U, D, k, d);
    return U;
  }

  /** XᵀX in full. */
  private static double[] gram(IncompleteMatrix x) {
    int D = x.columns();
    double[] g = new double[D * D];
    for (int i = 0; i < x.rows(); i++) {
      for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
        for (int l = x.rowStart(i); l <= k; l++) {
          g[x.column(k) * D + x.column(l)] += x.value(k) * x.value(l);
        }
      }
    }
    for (int r = 0; r < D; r++) {
      for (int c = 0; c < r; c++) {
        g[c * D + r] = g[r * D + c];
      }
    }
    return g;
  }

  /** Y = X Q. */
  private static void multiply(IncompleteMatrix x, double[] Q, double[] Y, int k) {
    java.util.Arrays.fill(Y, 0);
    for (int i = 0; i < x.rows(); i++) {
      for (int e = x.rowStart(i); e < x.rowStart(i + 1); e++) {
        Vectors.add(Y, i * k, x.value(e), Q, x.column(e) * k, k);
      }
    }
  }

  /** Q = Xᵀ Y. */
  private static void multiplyTransposed(IncompleteMatrix x, double[] Y, double[] Q, int k) {
    java.util.Arrays.fill(Q, 0);
    for (int i = 0; i < x.rows(); i++) {
      for (int e = x.rowStart(i); e < x.rowStart(i + 1); e++) {
        Vectors.add(Q, x.column(e) * k, x.value(e), Y, i * k, k);
      }
    }
  }

  private static double[] first(double[] vectors, int n, int d) {
    double[] out = new double[n * d];
    for (int r = 0; r < n; r++) {
      System.arraycopy(vectors, r * n, out, r * d, d);
    }
    return out;
  }

  /** A sign that does not depend on the order of features. */
  private static void fixSigns(double[] U, int D, int d) {
    for (int c = 0; c < d; c++) {
      double cubes = 0;
      for (int j = 0; j < D; j++) {
        double u = U[j * d + c];
        cubes += u * u * u;
      }
      for (int j = 0; cubes < 0 && j < D; j++) {
        U[j * d + c] = -U[j * d + c];
      }
    }
  }
}
