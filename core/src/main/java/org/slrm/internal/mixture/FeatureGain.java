package org.slrm.internal.mixture;

/**
 * The expected variance reduction from observing one more feature (U-8). In component k the feature
 * is N(c_k, v_k) and its covariance with the label's predictable part is g_k, so after observing x
 * the prediction is
 *
 * <pre>ŷ(x) = Σ_k r_k(x) (m_k + g_k (x − c_k)/v_k),   r_k(x) ∝ r_k N(x; c_k, v_k)</pre>
 *
 * By the law of total variance the label's variance falls by Var ŷ(x) on average. The mean over x
 * is taken component by component with Gauss–Hermite nodes, which is exact for one component.
 */
record FeatureGain(double[] probability, double[] label) {
  /** Nodes and weights of the normal distribution, symmetric around 0: nine in all. */
  private static final double[] NODES = {
    0, 1.0232556637891326, 2.07684797867783, 3.20542900285647, 4.512745863399783
  };

  private static final double[] WEIGHTS = {
    0.40634920634920635,
    0.24409750289493953,
    0.04991640676521782,
    0.0027891413212317692,
    2.2345844007746607e-5
  };

  /** Expected variance reduction for a feature of these means, variances and covariances. */
  double reduction(double[] c, double[] v, double[] g) {
    double before = 0;
    for (int k = 0; k < probability.length; k++) {
      before += probability[k] * label[k];
    }
    double mean = 0;
    double square = 0;
    for (int k = 0; k < probability.length; k++) {
      for (int at = -NODES.length + 1; probability[k] > 0 && at < NODES.length; at++) {
        double node = at < 0 ? -NODES[-at] : NODES[at];
        double weight = probability[k] * WEIGHTS[Math.abs(at)];
        double y = prediction(c[k] + node * Math.sqrt(v[k]), c, v, g) - before;
        mean += weight * y;
        square += weight * y * y;
      }
    }
    return Math.max(0, square - mean * mean);
  }

  private double prediction(double x, double[] c, double[] v, double[] g) {
    double[] r = new double[probability.length];
    for (int k = 0; k < r.length; k++) {
      double deviation = x - c[k];
      r[k] = Math.log(probability[k]) - 0.5 * (Math.log(v[k]) + deviation * deviation / v[k]);
    }
    Mixture.normalize(r);
    double sum = 0;
    for (int k = 0; k < r.length; k++) {
      sum += r[k] == 0 ? 0 : r[k] * (label[k] + g[k] * (x - c[k]) / v[k]);
    }
    return sum;
  }
}
