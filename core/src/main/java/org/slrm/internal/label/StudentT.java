package org.slrm.internal.label;

import org.slrm.internal.check.Checks;
import org.slrm.internal.special.Gamma;

/**
 * A number whose noise has heavy tails: Student's t with ν degrees of freedom and squared scale τ
 * (Y-4). Its log-density is convex in s = (y − η)²/τ, so the tangent at E s bounds it: a Gaussian
 * entry with weight (ν + 1)/(ν + s). As ν grows it becomes {@link Gaussian}.
 *
 * @param nu degrees of freedom ν
 * @param tau squared scale τ of the deviance; a likelihood fit estimates its own
 */
public record StudentT(double nu, double tau) implements IdentityLink {
  /** Checks ranges. */
  public StudentT {
    Checks.positive("degrees of freedom", nu);
    Checks.positive("squared scale", tau);
  }

  /** Smallest curvature of a Newton step, as a fraction of that at 0. */
  private static final double MIN_CURVATURE = 1e-3;

  @Override
  public String name() {
    return "student";
  }

  @Override
  public String words() {
    return "numbers with gross errors";
  }

  @Override
  public double[] shape() {
    return new double[] {nu, tau};
  }

  /** Degrees of freedom, and the scale √τ. */
  @Override
  public double[] shape(double unit) {
    return new double[] {nu, unit * Math.sqrt(tau)};
  }

  /** τ (ν + 1) log(1 + r²/(ντ)): for large ν the square of r. */
  @Override
  public double deviance(double y, double eta) {
    double r = y - eta;
    return tau * (nu + 1) * Math.log1p(r * r / (nu * tau));
  }

  @Override
  public double gradient(double y, double eta) {
    return weight(y, eta) * (eta - y);
  }

  /** The weight (ν + 1)/(ν + r²/τ): a parabola that majorises the deviance. */
  @Override
  public double curvature(double y, double eta) {
    return Math.max(MIN_CURVATURE, weight(y, eta));
  }

  private double weight(double y, double eta) {
    double r = y - eta;
    return (nu + 1) / (nu + r * r / tau);
  }

  @Override
  public void entry(double y, double eta, double variance, double noise, Entry out) {
    // s = E (y − η)²/τ,  weight (ν + 1)/(ν + s)
    double s = ((y - eta) * (y - eta) + variance) / noise;
    double constant = Gamma.log((nu + 1) / 2) - Gamma.log(nu / 2) - 0.5 * Math.log(nu / 2);
    double fall = (nu + 1) / 2 * (Math.log1p(s / nu) - s / (nu + s));
    out.set(y, (nu + 1) / (nu + s), constant - fall);
  }

  @Override
  public double startNoise(double variance) {
    return Math.max(tau, Gaussian.MIN_START);
  }
}
