package org.slrm.paper.internal.mousse;

import org.slrm.internal.factor.Factors;
import org.slrm.internal.linalg.Decompositions;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.mixture.Mixture;

/**
 * Codes common to all leaves (T-11): U₀ᵀ(x − c̄), with U₀ the leading directions of the span of all
 * leaves. A leaf's code α has the common code M_kα + m_k, M_k = U₀ᵀV_k, m_k = U₀ᵀ(c_k − c̄).
 */
final class CommonCodes {
  /** Most directions of the common regression. */
  private static final int MAX = 30;

  final int q;
  private final Mixture leaves;
  private final double[] U0;
  private final double[] centre;

  CommonCodes(Mixture leaves) {
    this.leaves = leaves;
    int D = leaves.component(0).columns();
    int d = leaves.component(0).d();
    int K = leaves.size();
    centre = new double[D];
    for (int k = 0; k < K; k++) {
      Vectors.add(centre, 0, leaves.proportions()[k], leaves.component(k).mu(), 0, D);
    }
    int width = K * (d + 1);
    double[] spanned = new double[D * width];
    for (int k = 0; k < K; k++) {
      Factors f = leaves.component(k);
      double root = Math.sqrt(leaves.proportions()[k]);
      for (int j = 0; j < D; j++) {
        int at = j * width + k * (d + 1);
        Vectors.add(spanned, at, root, f.V(), j * d, d);
        spanned[at + d] = root * (f.mu()[j] - centre[j]);
      }
    }
    Decompositions.Svd svd = Decompositions.svd(spanned, D, width);
    int all = svd.s().length;
    int count = 1;
    while (count < Math.min(MAX, all) && svd.s()[count] > 1e-6 * svd.s()[0]) {
      count++;
    }
    q = count;
    U0 = new double[D * q];
    for (int j = 0; j < D; j++) {
      System.arraycopy(svd.u(), j * all, U0, j * q, q);
    }
  }

  /** M_kα + m_k added to {@code out}, times {@code weight}. */
  void add(int k, double[] codes, int at, double weight, double[] out, int to) {
    Factors f = leaves.component(k);
    int d = f.d();
    for (int j = 0; j < f.columns(); j++) {
      double x = f.mu()[j] - centre[j] + Vectors.dot(f.V(), j * d, codes, at, d);
      Vectors.add(out, to, weight * x, U0, j * q, q);
    }
  }

  /** M_kᵀw: coefficients of a leaf's code equivalent to w on common codes. */
  double[] coefficients(int k, double[] w) {
    Factors f = leaves.component(k);
    int d = f.d();
    double[] out = new double[d];
    for (int j = 0; j < f.columns(); j++) {
      Vectors.add(out, 0, Vectors.dot(U0, j * q, w, 0, q), f.V(), j * d, d);
    }
    return out;
  }

  /** m_kᵀw. */
  double intercept(int k, double[] w) {
    double[] m = new double[q];
    add(k, new double[leaves.component(k).d()], 0, 1, m, 0);
    return Vectors.dot(m, 0, w, 0, q);
  }
}
