package org.slrm.internal.label;

import org.slrm.internal.special.Gamma;
import org.slrm.internal.special.Quadrature;

/**
 * Counts with mean μ = e^η: negative binomial of size r, variance μ + μ²/r, or Poisson where r is
 * infinite (Y-5). No parabola bounds their log-likelihood from below; the entry of an E step has
 * the expected slope and curvature for η ~ N(m, v) (Y-6):
 *
 * <pre>precision κ = −E (log p)″,   ỹ = m + E (log p)′ / κ</pre>
 *
 * @param size r
 */
public record Counts(double size) implements Label {
  /** Poisson. */
  public static final Counts POISSON = new Counts(Double.POSITIVE_INFINITY);

  /** Smallest count for the link. */
  private static final double MIN_MEAN = 1e-6;

  /** Largest η, to avoid overflow of e^η. */
  private static final double MAX_ETA = 50;

  private static final double MIN_CURVATURE = 1e-8;

  /** Largest step of η: a count of 1e12 among ones would dominate a fit. */
  private static final double MAX_STEP = 1000;

  /** Checks the range. */
  public Counts {
    if (!(size > 0)) {
      throw new IllegalArgumentException("size must be above 0, got " + size);
    }
  }

  /** Whether the distribution is Poisson. */
  public boolean poisson() {
    return size == Double.POSITIVE_INFINITY;
  }

  @Override
  public String name() {
    return "counts";
  }

  @Override
  public double[] shape() {
    return poisson() ? new double[0] : new double[] {size};
  }

  @Override
  public double mean(double eta) {
    return Math.exp(Math.min(eta, MAX_ETA));
  }

  /** E e^η. */
  @Override
  public double mean(double eta, double variance) {
    return mean(eta + variance / 2);
  }

  @Override
  public double effective(double eta, double variance) {
    return eta + variance / 2;
  }

  @Override
  public double link(double mean) {
    return Math.log(Math.max(mean, MIN_MEAN));
  }

  /** 2 (y log(y/μ) − (y + r) log((y + r)/(μ + r))), for Poisson 2 (y log(y/μ) − (y − μ)). */
  @Override
  public double deviance(double y, double eta) {
    double mu = mean(eta);
    double first = y > 0 ? y * (Math.log(y) - Math.min(eta, MAX_ETA)) : 0;
    double rest = poisson() ? y - mu : (y + size) * Math.log((y + size) / (mu + size));
    return 2 * (first - rest);
  }

  /** μ − y for Poisson, r(μ − y)/(r + μ) in general. */
  @Override
  public double gradient(double y, double eta) {
    double mu = mean(eta);
    return poisson() ? mu - y : size * (mu - y) / (size + mu);
  }

  /** μ for Poisson, (y + r) r μ/(r + μ)² in general. */
  @Override
  public double curvature(double y, double eta) {
    double mu = mean(eta);
    double c = poisson() ? mu : (y + size) * size * mu / ((size + mu) * (size + mu));
    return Math.max(MIN_CURVATURE, c);
  }

  @Override
  public void entry(double y, double eta, double variance, double noise, Entry out) {
    double slope = 0;
    double kappa = 0;
    double expected = constant(y);
    if (poisson()) {
      kappa = mean(eta, variance);
      slope = y - kappa;
      expected += y * eta - kappa;
    } else {
      double s = Math.sqrt(variance);
      for (int k = 0; k < Quadrature.NORMAL.nodes().length; k++) {
        double at = eta + s * Quadrature.NORMAL.nodes()[k];
        double weight = Quadrature.NORMAL.weights()[k];
        kappa += weight * curvature(y, at);
        slope -= weight * gradient(y, at);
        expected += weight * kernel(y, at);
      }
    }
    kappa = Math.max(MIN_CURVATURE, kappa);
    double pseudo = eta + Math.max(-MAX_STEP, Math.min(MAX_STEP, slope / kappa));
    // height − ½κE(η − ỹ)² = E log p
    double off = eta - pseudo;
    out.set(pseudo, kappa, expected + kappa * (off * off + variance) / 2);
  }

  /** log p(y | η). */
  public double logLikelihood(double y, double eta) {
    return constant(y) + kernel(y, eta);
  }

  /** The terms of log p(y | η) that depend on η. */
  private double kernel(double y, double eta) {
    double mu = mean(eta);
    double e = Math.min(eta, MAX_ETA);
    return poisson() ? y * e - mu : y * (e - Math.log(mu + size)) - size * Math.log1p(mu / size);
  }

  /** The other terms. */
  private double constant(double y) {
    double ways = poisson() ? 0 : Gamma.log(y + size) - Gamma.log(size);
    return ways - Gamma.logFactorial(y);
  }

  @Override
  public boolean bounded() {
    return false;
  }
}
