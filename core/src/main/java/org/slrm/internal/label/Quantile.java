package org.slrm.internal.label;

import org.slrm.internal.check.Checks;

/**
 * The q-quantile of a number (Y-15): the pinball loss ρ of r = y − η, q r above 0 and (q − 1) r
 * below, which is that of an asymmetric Laplace distribution of scale σ. Its corner is smoothed
 * within ε. The parabola of curvature 1/(2 max(ε, |r|)) that touches it at r majorises it, and
 * defines both the Newton step and the Gaussian entry of an E step.
 *
 * <pre>ρ(r) = ½ h(r) + (q − ½) r,   h(r) = |r|, within ε (r²/ε + ε)/2</pre>
 *
 * @param level q
 * @param tau squared scale of the residuals, about which the loss is in units of squared errors
 */
public record Quantile(double level, double tau) implements IdentityLink {
  /** ε in units of √τ: of normal residuals, the fraction below 0.9 changes by 0.002. */
  private static final double ROUNDED = 0.25;

  /** Scale of a logistic distribution of variance 1. */
  private static final double LOGISTIC = Math.sqrt(3) / Math.PI;

  /** Smallest curvature of a step, as a fraction of that at √τ. */
  private static final double MIN_CURVATURE = 1e-3;

  /** Checks ranges. */
  public Quantile {
    if (!(level > 0 && level < 1)) {
      throw new IllegalArgumentException("quantile must be in (0, 1), got " + level);
    }
    Checks.positive("squared scale", tau);
  }

  @Override
  public String name() {
    return "quantile";
  }

  @Override
  public double[] shape() {
    return new double[] {level, tau};
  }

  /** The level, and the scale √τ. */
  @Override
  public double[] shape(double unit) {
    return new double[] {level, unit * Math.sqrt(tau)};
  }

  /** σ of a noise of deviation s by a logistic one: s √3/π (−q log q − (1 − q) log(1 − q)). */
  private double sigma(double noise) {
    double entropy = -level * Math.log(level) - (1 - level) * Math.log1p(-level);
    return LOGISTIC * Math.sqrt(noise) * entropy;
  }

  /** Factor of the pinball loss in half the deviance, τ ρ/σ. */
  double unit() {
    return tau / sigma(tau);
  }

  private double epsilon() {
    return ROUNDED * Math.sqrt(tau);
  }

  /** 2 τ ρ(r)/σ. */
  @Override
  public double deviance(double y, double eta) {
    double r = y - eta;
    double e = epsilon();
    double h = Math.abs(r) >= e ? Math.abs(r) : (r * r / e + e) / 2;
    return unit() * (h + (2 * level - 1) * r);
  }

  @Override
  public double gradient(double y, double eta) {
    double r = (y - eta) / epsilon();
    return -unit() * (Math.max(-1, Math.min(1, r)) + 2 * level - 1) / 2;
  }

  /** τ/σ · 1/(2 max(ε, |r|)): a parabola that lies above the deviance and touches it. */
  @Override
  public double curvature(double y, double eta) {
    double width = Math.max(epsilon(), Math.abs(y - eta));
    return Math.max(MIN_CURVATURE, unit() / (2 * width));
  }

  @Override
  public void entry(double y, double eta, double variance, double noise, Entry out) {
    // m² = E r²:  −ρ/σ ≥ −q(1 − q) m/σ − (ỹ − η)²/(4mσ),  ỹ = y + (2q − 1) m
    double r = y - eta;
    double m = Math.max(epsilon(), Math.sqrt(r * r + variance));
    double sigma = sigma(noise);
    double side = level * (1 - level);
    double height = Math.log(side / sigma) - side * m / sigma + Math.log(2 * Math.PI * noise) / 2;
    out.set(y + (2 * level - 1) * m, noise / (2 * m * sigma), height);
  }

  /** A Gaussian M step does not estimate an asymmetric Laplace noise. */
  @Override
  public boolean estimatesNoise() {
    return false;
  }

  @Override
  public double startNoise(double variance) {
    return tau;
  }
}
