package org.slrm.internal.label;

import org.slrm.data.Scaling;

/**
 * What a label is. Members predict a number η for a row, in the units that solvers see; the label
 * says how far η is from a label y, which least-squares problem stands for it near η, and what to
 * say to the user. Everything that depends on the kind of a label asks here, so a new kind is one
 * class. Stateless.
 */
public interface Label {
  /** Its name in model files. */
  String name();

  /** How labels are scaled where features are scaled in the given way. */
  Scaling.Kind scaling(Scaling.Kind features);

  /** Expected label at η: the inverse link. */
  double mean(double eta);

  /** The η of an expected label: the link. */
  double link(double mean);

  /** The loss of predicting η where the label is y, summed over rows: the deviance. */
  double deviance(double y, double eta);

  /** First derivative of half the deviance in η. */
  double gradient(double y, double eta);

  /** Second derivative of half the deviance in η, positive. */
  double curvature(double y, double eta);

  /**
   * Whether half the deviance is a parabola of curvature 1, so that one least-squares problem is
   * the label's own; else such problems follow each other, each at the solution of the last.
   */
  boolean quadratic();

  /**
   * The label of the least-squares problem that stands for this one at η: η − gradient/curvature.
   */
  double workingLabel(double y, double eta);

  /**
   * What an E step sees of a label: a Gaussian entry whose likelihood touches the label's from
   * below where η² is expected to be so large.
   */
  double pseudoLabel(double y, double secondMoment);

  /** How often that entry counts, in units of the noise's precision. */
  double precision(double y, double secondMoment);

  /** Log of that bound where η is the pseudo-label, in units of the noise's precision. */
  double height(double y, double secondMoment);

  /** Whether the label has a noise to be estimated; else it stays what a fit begins with. */
  boolean noisy();

  /** Noise variance that a likelihood fit begins with, given the variance of the labels. */
  double startNoise(double variance);

  /** Score of a predictive distribution on a label, smaller is better; proper. */
  double score(double y, double mean, double variance);

  /**
   * How surprising a label is, given a prediction and its standard error: what intervals are
   * calibrated by.
   */
  double surprise(double y, double mean, double standardError);
}
