package org.slrm.paper.internal.reduction;

import java.util.List;
import org.slrm.internal.linalg.Decompositions;
import org.slrm.internal.linalg.Dense;
import org.slrm.internal.linalg.Vectors;

/**
 * Directions from the moments of slices: with Σ the covariance of all rows, shrunk by ρ towards a
 * multiple of I (I-4), in inputs whitened by it,
 *
 * <pre>SIR:  Σ_h p_h m_h m_hᵀ          SAVE:  Σ_h p_h (S − S_h)²</pre>
 *
 * where S is the whitened Σ_sample, I for ρ = 0. The leading eigenvectors, transformed back, are
 * the directions (I-5), (I-6).
 */
final class InverseRegression {
  /** Least variation of a direction, as a fraction of the largest. */
  private static final double SINGULAR = 1e-10;

  private final List<Moments> slices;
  private final Moments all;
  private final int q;

  /** Σ^−½, symmetric. */
  private final double[] root;

  InverseRegression(List<Moments> slices, double shrinkage) {
    this.slices = slices;
    all = Moments.of(slices);
    q = all.mean().length;
    root = inverseRoot(shrunk(shrinkage));
  }

  /** (1 − ρ)Σ + ρ (tr Σ/q) I. */
  private double[] shrunk(double rho) {
    double trace = 0;
    for (int j = 0; j < q; j++) {
      trace += all.covariance()[j * q + j];
    }
    double[] out = new double[q * q];
    for (int k = 0; k < q * q; k++) {
      out[k] = (1 - rho) * all.covariance()[k] + (k % (q + 1) == 0 ? rho * trace / q : 0);
    }
    return out;
  }

  private double[] inverseRoot(double[] sigma) {
    Decompositions.Eigen e = Decompositions.symmetric(sigma, q);
    double[] out = new double[q * q];
    for (int k = 0; k < q; k++) {
      double value = e.values()[k];
      if (value > SINGULAR * e.values()[0]) {
        for (int j = 0; j < q; j++) {
          for (int l = 0; l < q; l++) {
            out[j * q + l] += e.vectors()[j * q + k] * e.vectors()[l * q + k] / Math.sqrt(value);
          }
        }
      }
    }
    return out;
  }

  /** Σ_h p_h m_h m_hᵀ (I-5). */
  double[] sir() {
    double[] out = new double[q * q];
    for (Moments slice : slices) {
      double[] difference = slice.mean().clone();
      Vectors.add(difference, 0, -1, all.mean(), 0, q);
      double[] m = whitened(difference);
      for (int j = 0; j < q; j++) {
        Vectors.add(out, j * q, slice.weight() / all.weight() * m[j], m, 0, q);
      }
    }
    return out;
  }

  /** Σ_h p_h (S − S_h)² (I-6). */
  double[] save() {
    double[] out = new double[q * q];
    double[] square = new double[q * q];
    for (Moments slice : slices) {
      double[] difference = all.covariance().clone();
      Vectors.add(difference, 0, -1, slice.covariance(), 0, q * q);
      double[] z = both(difference);
      Dense.multiply(z, z, square, q, q, q);
      Vectors.add(out, 0, slice.weight() / all.weight(), square, 0, q * q);
    }
    return out;
  }

  /**
   * The k leading directions of a matrix of whitened inputs, each with its largest entry positive.
   */
  double[] leading(double[] kernel, int k) {
    Decompositions.Eigen e = Decompositions.symmetric(symmetric(kernel), q);
    double[] eta = new double[q * k];
    for (int j = 0; j < q; j++) {
      System.arraycopy(e.vectors(), j * q, eta, j * k, k);
    }
    return eta;
  }

  private double[] symmetric(double[] a) {
    double[] out = new double[q * q];
    for (int j = 0; j < q; j++) {
      for (int l = 0; l < q; l++) {
        out[j * q + l] = 0.5 * (a[j * q + l] + a[l * q + j]);
      }
    }
    return out;
  }

  /** Directions of whitened inputs as directions of the inputs: B = Σ^−½ η. */
  double[] unwhitened(double[] eta, int k) {
    double[] out = new double[q * k];
    Dense.multiply(root, eta, out, q, q, k);
    for (int c = 0; c < k; c++) {
      int largest = 0;
      for (int j = 1; j < q; j++) {
        largest =
            Math.abs(out[j * k + c]) > (1 + 1e-9) * Math.abs(out[largest * k + c]) ? j : largest;
      }
      if (out[largest * k + c] < 0) {
        for (int j = 0; j < q; j++) {
          out[j * k + c] = -out[j * k + c];
        }
      }
    }
    return out;
  }

  /** Inputs centred and whitened. */
  double[] whitened(double[] u) {
    double[] out = new double[q];
    for (int j = 0; j < q; j++) {
      out[j] = Vectors.dot(root, j * q, u, 0, q);
    }
    return out;
  }

  double[] mean() {
    return all.mean();
  }

  private double[] both(double[] a) {
    double[] half = new double[q * q];
    double[] out = new double[q * q];
    Dense.multiply(root, a, half, q, q, q);
    Dense.multiply(half, root, out, q, q, q);
    return out;
  }
}
