package org.slrm.internal.label;

import org.jspecify.annotations.Nullable;

/**
 * Two classes, 0 and 1, with P(y = 1) = σ(η). In an E step the quadratic bound of Jaakkola and
 * Jordan (Y-2), with ξ² = E η²:
 *
 * <pre>log p(y | η) ≥ (y − ½)η − ½ω(η² − ξ²) + log σ(ξ) − ξ/2,   ω = tanh(ξ/2)/(2ξ)</pre>
 */
public final class Logistic implements Label {
  /** The label. */
  public static final Logistic LABEL = new Logistic(null, 0);

  private static final long serialVersionUID = 1;

  /** Below this ω equals its limit. */
  private static final double SMALL = 1e-6;

  /** Smallest probability for the link. */
  private static final double MIN_PROBABILITY = 1e-9;

  /** Largest |η| of a Newton step, where the curvature is negligible. */
  private static final double MIN_CURVATURE = 1e-10;

  /** Prior deviation of log-odds of 2.5: odds of 12 to 1. */
  private static final double SPREAD = 6.25;

  private final transient @Nullable ClassTree tree;
  private final transient int node;

  private Logistic(@Nullable ClassTree tree, int node) {
    this.tree = tree;
    this.node = node;
  }

  /** The loss of a node of a class tree. */
  public static Logistic of(ClassTree tree, int node) {
    return new Logistic(tree, node);
  }

  /** The class tree, null for a two-class target without one. */
  public @Nullable ClassTree tree() {
    return tree;
  }

  @Override
  public String name() {
    return "two classes";
  }

  @Override
  public String words() {
    return "classes";
  }

  @Override
  public double mean(double eta) {
    return 1 / (1 + Math.exp(-eta));
  }

  /** 1/√(1 + πv/8): a sigmoid averaged over a Gaussian is approximately a wider sigmoid. */
  @Override
  public double damping(double variance) {
    return 1 / Math.sqrt(1 + Math.PI * variance / 8);
  }

  @Override
  public double link(double mean) {
    double p = Math.max(MIN_PROBABILITY, Math.min(1 - MIN_PROBABILITY, mean));
    return Math.log(p / (1 - p));
  }

  /** 2 (log(1 + e^η) − yη). */
  @Override
  public double deviance(double y, double eta) {
    return 2 * (Math.max(eta, 0) + Math.log1p(Math.exp(-Math.abs(eta))) - y * eta);
  }

  @Override
  public double gradient(double y, double eta) {
    return mean(eta) - y;
  }

  @Override
  public double curvature(double y, double eta) {
    return Math.max(MIN_CURVATURE, mean(eta) * mean(-eta));
  }

  @Override
  public void entry(double y, double eta, double variance, double noise, Entry out) {
    double square = eta * eta + variance;
    double xi = Math.sqrt(square);
    // ω = tanh(ξ/2)/(2ξ),  ỹ = (y − ½)/ω
    double omega = xi < SMALL ? 0.25 : StrictMath.tanh(xi / 2) / (2 * xi);
    double off = y - 0.5;
    double height = -Math.log1p(Math.exp(-xi)) - xi / 2 + omega * square / 2;
    out.set(off / omega, omega, height + off * off / (2 * omega));
  }

  @Override
  public boolean bounded() {
    return true;
  }

  @Override
  public double spread() {
    return SPREAD;
  }

  private Object readResolve() {
    return LABEL;
  }
}
