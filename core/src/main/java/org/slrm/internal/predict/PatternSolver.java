package org.slrm.internal.predict;

/** Predicts for one pattern of observed features; call {@link #pattern} first. One per thread. */
public interface PatternSolver {
  /** Prepares for rows whose observed features are the first m of {@code observed}, increasing. */
  void pattern(int[] observed, int m);

  /** Whether the member predicts rows of this pattern; otherwise its coefficients are 0. */
  default boolean predicts() {
    return true;
  }

  /** Writes the coefficients c_k of the observed features to the first m of {@code out}. */
  void coefficients(int target, double[] out);

  /** Effect of the missingness pattern on the prediction of a target. */
  default double offset(int target) {
    return 0;
  }

  /** Adds {@code factor} times the effect of each entry that is missing because of its value. */
  default void addMissingEffects(int target, double factor, double[] out) {}

  /** Variance of the noise-free label given the observed entries. */
  double signalVariance(int target);

  /** Variance of the label noise. */
  double noiseVariance(int target);

  /** Reduction of the noise-free label's variance by observing each feature; 0 if observed. */
  void varianceReductions(int target, double[] out);

  /**
   * Imputes a row: the expected value and the variance of every feature, noise included. {@code
   * residual} holds x − center of the observed features in order.
   */
  void impute(double[] residual, double[] mean, double[] variance);

  /** The expected value of a single feature. */
  default double expected(double[] residual, int feature, int features) {
    double[] mean = new double[features];
    impute(residual, mean, new double[features]);
    return mean[feature];
  }
}
