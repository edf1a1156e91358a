package org.slrm.internal.label;

import java.io.Serializable;
import org.slrm.data.Scaling;
import org.slrm.internal.special.Normal;

/**
 * What a column of labels is. Members predict a number η for a row, in the units that solvers see;
 * the label says how far η is from a label y, which least-squares problem stands for it near η, and
 * which Gaussian entry stands for it in an E step. Everything that depends on the kind of a label
 * asks here, so a new kind is one class. Immutable. How a user's target becomes such columns, and
 * what is said to the user, is a {@link Target}'s.
 */
public interface Label extends Serializable {
  /** Its name in model files. */
  String name();

  /** What people call it. */
  default String words() {
    return name();
  }

  /** The numbers that, with the name, make it: degrees of freedom, a size; often none. */
  default double[] shape() {
    return new double[0];
  }

  /** The same numbers where a unit of the label is so large, for people. */
  default double[] shape(double unit) {
    return shape();
  }

  /** How labels are scaled where features are scaled in the given way. */
  default Scaling.Kind scaling(Scaling.Kind features) {
    return Scaling.Kind.NONE;
  }

  /** Expected label at η: the inverse link. */
  double mean(double eta);

  /** Expected label where all that is known of η is a mean and a variance. */
  default double mean(double eta, double variance) {
    return Normal.mean(this::mean, eta, variance);
  }

  /**
   * The η that by itself says what is expected where only a mean and a variance of η are known.
   * What is unsure is nearer to what is known of nobody.
   */
  default double effective(double eta, double variance) {
    return variance > 0 ? link(mean(eta, variance)) : eta;
  }

  /** How much of a step of η is left in {@link #effective}, for a given variance. */
  default double damping(double variance) {
    return 1;
  }

  /** The η of an expected label: the link. */
  double link(double mean);

  /** The loss of predicting η where the label is y, summed over rows: the deviance. */
  double deviance(double y, double eta);

  /** First derivative of half the deviance in η. */
  double gradient(double y, double eta);

  /** Curvature of half the deviance in η that a Newton step may rely on, positive. */
  double curvature(double y, double eta);

  /**
   * Whether half the deviance is a parabola of curvature 1, so that one least-squares problem is
   * the label's own; else such problems follow each other, each at the solution of the last.
   */
  default boolean quadratic() {
    return false;
  }

  /**
   * The label of the least-squares problem that stands for this one at η: η − gradient/curvature.
   */
  default double workingLabel(double y, double eta) {
    return eta - gradient(y, eta) / curvature(y, eta);
  }

  /**
   * The Gaussian entry that stands for a label in an E step (Y-1) and is the best one where η is
   * believed to be N(eta, variance).
   *
   * @param noise the label's noise variance, where it has one
   */
  void entry(double y, double eta, double variance, double noise, Entry out);

  /**
   * Whether an entry bounds the likelihood from below for every η, so that each M step with it is
   * an ascent; else it does so near what is believed of η, and an M step is a proposal.
   */
  boolean bounded();

  /** Whether the label has a noise: labels differ from the mean of their η. */
  default boolean noisy() {
    return false;
  }

  /** Whether an M step estimates that noise; else it stays what a fit begins with. */
  default boolean estimatesNoise() {
    return noisy();
  }

  /** Noise variance that a likelihood fit begins with, given the variance of the labels. */
  default double startNoise(double variance) {
    return 1;
  }

  /** Variance that η is expected to have over the rows, before anything is known. */
  default double spread() {
    return 1;
  }
}
