package org.slrm.internal.predict;

/**
 * Predicts one row after another, with its own workspace. Call {@link #pattern} for a set of
 * observed features, then {@link #row} for each row with these; the other methods refer to that
 * row.
 */
public interface RowSolver {
  /** Prepares for rows whose observed features are the first m of {@code observed}, increasing. */
  void pattern(int[] observed, int m);

  /** Whether the member predicts rows of this pattern; otherwise it predicts its intercept. */
  default boolean predicts() {
    return true;
  }

  /** Takes the values of the m observed features, which must not change until the next row. */
  void row(double[] z);

  /** Prediction of a target. */
  double mean(int target);

  /** Variance of the noise-free label given the observed entries. */
  double signalVariance(int target);

  /** Variance of the label noise. */
  double noiseVariance(int target);

  /** Adds {@code factor} times the contributions: mean − intercept − {@link #missingness}. */
  void addContributions(int target, double factor, double[] out);

  /** Whether it is nonlinear within a pattern, so that {@link #addSlopes} gives its slopes. */
  default boolean nonlinear() {
    return false;
  }

  /** Adds {@code factor} times the slope of a nonlinear prediction in each observed entry. */
  default void addSlopes(int target, double factor, double[] out) {}

  /** Probability of each component of a mixture of factor analysers; empty for other members. */
  default double[] componentShares() {
    return new double[0];
  }

  /** Effect of the missingness pattern on the prediction of a target. */
  default double missingness(int target) {
    return 0;
  }

  /** Adds {@code factor} times the effect of each entry that is missing because of its value. */
  default void addMissingEffects(int target, double factor, double[] out) {}

  /** Reduction of the noise-free label's variance by observing each feature; 0 if observed. */
  void varianceReductions(int target, double[] out);

  /** Imputes the row: the expected value and the variance of every feature, noise included. */
  void impute(double[] mean, double[] variance);

  /** The expected value of a single feature. */
  default double expected(int feature, int features) {
    double[] mean = new double[features];
    impute(mean, new double[features]);
    return mean[feature];
  }
}
