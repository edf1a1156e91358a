package org.slrm.internal.predict;

/**
 * A member at work on one row after another, keeping its workspace. Call {@link #pattern} for a set
 * of observed features, then {@link #row} for each row that shows them; the other methods speak of
 * that row.
 */
public interface RowSolver {
  /** Prepares for rows whose observed features are the first m of {@code observed}, increasing. */
  void pattern(int[] observed, int m);

  /** Whether the member answers rows of this pattern; when not, it predicts its intercept. */
  boolean answered();

  /** Takes the values of the m observed features, which stay as they are until the next row. */
  void row(double[] z);

  /** Prediction of a target. */
  double mean(int target);

  /** Variance of the predictable part of the label given the observed entries. */
  double signalVariance(int target);

  /** Variance of the label's own noise. */
  double noiseVariance(int target);

  /**
   * Adds {@code share} times what each observed entry adds to the prediction of a target. With
   * {@link #missingness} all of them sum to mean − intercept.
   */
  void addContributions(int target, double share, double[] out);

  /**
   * Whether the prediction is nonlinear within a pattern; then {@link #addSlopes} says how it
   * rises, else contributions do.
   */
  default boolean nonlinear() {
    return false;
  }

  /** Adds {@code share} times how a nonlinear prediction rises with each observed entry. */
  default void addSlopes(int target, double share, double[] out) {}

  /**
   * How far the row belongs to each component of a mixture of factor analysers; none for other
   * members.
   */
  default double[] componentShares() {
    return new double[0];
  }

  /** What the missingness pattern itself adds to the prediction of a target. */
  double missingness(int target);

  /**
   * How much observing each missing feature would lower the variance of a target's predictable
   * part, for every feature j; 0 where it is observed already.
   */
  void varianceReductions(int target, double[] out);

  /** Completes the row: every feature's expected value and the variance around it, with noise. */
  void impute(double[] mean, double[] variance);

  /** The expected value of one of the given number of features, where it is asked for alone. */
  default double expected(int feature, int features) {
    double[] mean = new double[features];
    impute(mean, new double[features]);
    return mean[feature];
  }
}
