package org.slrm.internal.mixture;

import org.jspecify.annotations.Nullable;
import org.slrm.internal.factor.FactorStatistics;
import org.slrm.internal.factor.Factors;

/**
 * The prior of every component (U-4): κ complete rows as the fit of one subspace θ° would draw
 * them. Their log-likelihood is log p(θ_k) = κ E[log p_k(z)] for z ~ θ°, and they count among the
 * component's rows by what an E step makes of them, in expectation over z.
 *
 * @param fit the one-subspace fit, null without a prior
 * @param rows κ
 */
public record Anchor(@Nullable Factors fit, double rows) {
  /** No prior. */
  public static Anchor none() {
    return new Anchor(null, 0);
  }

  /** Adds the κ rows to the sums of a component with parameters θ. */
  void addTo(FactorStatistics s, Factors theta, double[] omega) {
    Factors f = fit;
    if (f == null || rows == 0) {
      return;
    }
    AnchorMoments m = AnchorMoments.of(f, theta, omega);
    double[] outer = m.outer();
    addAll(s.total, 0, outer);
    double[] cross = new double[s.d];
    for (int j = 0; j < s.columns; j++) {
      addAll(s.gram, j * s.width, outer);
      m.cross(j, cross);
      for (int k = 0; k < s.d; k++) {
        s.xa[j * s.d + k] += rows * cross[k];
      }
      s.x[j] += rows * f.mu()[j];
      s.xx[j] += rows * (f.mu()[j] * f.mu()[j] + AnchorMoments.variance(f, j));
    }
  }

  private void addAll(double[] to, int at, double[] from) {
    for (int k = 0; k < from.length; k++) {
      to[at + k] += rows * from[k];
    }
  }

  /** log p(θ). */
  double logDensity(Factors theta, double[] omega) {
    Factors f = fit;
    return f == null || rows == 0 ? 0 : rows * AnchorMoments.of(f, theta, omega).logDensity();
  }
}
