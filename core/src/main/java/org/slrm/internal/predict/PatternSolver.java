package org.slrm.internal.predict;

/**
 * Answers for one pattern of observed features after another, keeping its workspace. Call {@link
 * #pattern} first; the other methods then speak of that pattern.
 */
public interface PatternSolver {
  /**
   * Prepares the answers for rows whose observed features are the first m of {@code observed},
   * increasing.
   */
  void pattern(int[] observed, int m);

  /** Whether the member answers rows of this pattern; when not, its coefficients are 0. */
  boolean answered();

  /**
   * Coefficients c_k of the k-th observed feature for a target, written to the first m of {@code
   * out}.
   */
  void coefficients(int target, double[] out);

  /** What the missingness pattern itself adds to the prediction of a target. */
  default double offset(int target) {
    return 0;
  }

  /** Variance of the predictable part of the label given the observed entries. */
  double signalVariance(int target);

  /** Variance of the label's own noise. */
  double noiseVariance(int target);

  /**
   * How much observing each missing feature would lower the variance of a target's predictable
   * part, for every feature j; 0 where it is observed already.
   */
  void varianceReductions(int target, double[] out);

  /**
   * Completes a row: for every feature its expected value and the variance around it, noise
   * included. {@code residual} holds x − center of the observed features in order.
   */
  void impute(double[] residual, double[] mean, double[] variance);

  /** The expected value of one of the given number of features, where it is asked for alone. */
  default double expected(double[] residual, int feature, int features) {
    double[] mean = new double[features];
    impute(residual, mean, new double[features]);
    return mean[feature];
  }
}
