package org.slrm.internal.regression;

/**
 * A weighted least-squares problem for coordinate descent: means, second moments around them, and
 * the gradient at the current coefficients. {@link RawProblem} holds the data, {@link GramProblem}
 * their statistics.
 */
public interface RegressionProblem {
  /** Number of features. */
  int features();

  /** Total weight of the rows. */
  double weight();

  /** Mean of feature j, 0 for a problem without centring. */
  double mean(int j);

  /** Mean label. */
  double meanLabel();

  /** Mean square of feature j around its mean: G_jj. */
  double variance(int j);

  /** Mean square of the label around its mean. */
  double labelVariance();

  /** A gradient at w = 0 with its own workspace. */
  Gradient gradient();

  /** Mean squared error of ŷ = intercept + wᵀx on these rows. */
  double error(double intercept, double[] w);

  /** The w of least error, the shortest in units of the features' deviations. */
  double[] leastSquares();

  /** g_j = mean of x̃_j (ỹ − x̃ᵀw), where tilde means centred, updated as w changes. */
  interface Gradient {
    /** g_j at the current w. */
    double at(int j);

    /** Updates g after w_j has grown by delta. */
    void move(int j, double delta);

    /** Writes every g_j. */
    void writeTo(double[] out);
  }
}
