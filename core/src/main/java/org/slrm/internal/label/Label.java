package org.slrm.internal.label;

import java.io.Serializable;
import org.slrm.data.Scaling;
import org.slrm.internal.special.Normal;

/**
 * The loss of a label column. Members predict a number η for a row, in the units of solvers. The
 * label defines the deviance of η from a label y, the least-squares problem that approximates it
 * near η, and the Gaussian entry that replaces it in an E step. A new loss is one class. Immutable.
 * A {@link Target} defines how a user's target is encoded as such columns.
 */
public interface Label extends Serializable {
  /** Its name in model files. */
  String name();

  /** Its name in text. */
  default String words() {
    return name();
  }

  /** Its parameters: degrees of freedom, a size; often none. */
  default double[] shape() {
    return new double[0];
  }

  /** Its parameters in units of the label, for reports. */
  default double[] shape(double unit) {
    return shape();
  }

  /** The scaling of labels for a given scaling of features. */
  default Scaling.Kind scaling(Scaling.Kind features) {
    return Scaling.Kind.NONE;
  }

  /** Expected label at η: the inverse link. */
  double mean(double eta);

  /** Expected label for η with a mean and a variance. */
  default double mean(double eta, double variance) {
    return Normal.mean(this::mean, eta, variance);
  }

  /** The η of the expected label for an uncertain η, which shrinks towards the base rate. */
  default double effective(double eta, double variance) {
    return variance > 0 ? link(mean(eta, variance)) : eta;
  }

  /** The slope of {@link #effective} in η, for a given variance. */
  default double damping(double variance) {
    return 1;
  }

  /** The η of an expected label: the link. */
  double link(double mean);

  /** The loss of η for a label y, summed over rows: the deviance. */
  double deviance(double y, double eta);

  /** First derivative of half the deviance in η. */
  double gradient(double y, double eta);

  /** Positive curvature of half the deviance in η for a Newton step. */
  double curvature(double y, double eta);

  /** Whether half the deviance is a parabola of curvature 1: one least-squares problem is exact. */
  default boolean quadratic() {
    return false;
  }

  /** The working label of the least-squares problem at η: η − gradient/curvature. */
  default double workingLabel(double y, double eta) {
    return eta - gradient(y, eta) / curvature(y, eta);
  }

  /**
   * The Gaussian entry that replaces a label in an E step (Y-1), the best one for η ~ N(eta,
   * variance).
   *
   * @param noise the label's noise variance, if it has one
   */
  void entry(double y, double eta, double variance, double noise, Entry out);

  /**
   * Whether the entry is a lower bound of the likelihood for every η, so that each M step is an
   * ascent; otherwise it is an approximation near the expected η, and an M step is a proposal.
   */
  boolean bounded();

  /** Whether the label has noise: labels differ from the mean of their η. */
  default boolean noisy() {
    return false;
  }

  /** Whether an M step estimates that noise; otherwise it keeps its initial value. */
  default boolean estimatesNoise() {
    return noisy();
  }

  /** Initial noise variance of a likelihood fit, given the variance of the labels. */
  default double startNoise(double variance) {
    return 1;
  }

  /** Prior variance of η over the rows. */
  default double spread() {
    return 1;
  }
}
