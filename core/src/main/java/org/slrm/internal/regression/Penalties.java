package org.slrm.internal.regression;

import java.util.Arrays;
import org.slrm.internal.check.Checks;

/**
 * A path of penalties λ2‖w‖₁ + λ3‖w‖₂², from strong to weak.
 *
 * <p>glmnet's objective is half of ours, and it divides the label by its standard deviation σ
 * first: its penalty λ(α‖w‖₁ + (1−α)/2 ‖w‖²) is λ2 = 2αλ, λ3 = (1−α)λ/σ. So scaling the label
 * scales the solution.
 *
 * @param l1 the λ2 of each point
 * @param l2 the λ3 of each point
 */
public record Penalties(double[] l1, double[] l2) {
  /** glmnet's floor for α when it looks for the largest λ. */
  private static final double SMALLEST_RATIO = 1e-3;

  /** Checks that both are given for every point and not negative. */
  public Penalties {
    Checks.equal("number of l2 penalties", l2.length, "number of l1 penalties", l1.length);
    for (int k = 0; k < l1.length; k++) {
      Checks.notNegative("l1", l1[k]);
      Checks.notNegative("l2", l2[k]);
    }
  }

  /** A single point. */
  public static Penalties of(double l1, double l2) {
    return new Penalties(new double[] {l1}, new double[] {l2});
  }

  /** The points of glmnet's λ and α for a label of the given standard deviation. */
  public static Penalties ofGlmnet(double[] lambda, double alpha, double labelDeviation) {
    double sigma = labelDeviation > 0 ? labelDeviation : 1;
    double[] l1 = Arrays.stream(lambda).map(v -> 2 * alpha * v).toArray();
    double[] l2 = Arrays.stream(lambda).map(v -> (1 - alpha) * v / sigma).toArray();
    return new Penalties(l1, l2);
  }

  /**
   * glmnet's path: geometric, from the penalty that makes every coefficient 0 down to a fraction of
   * it, with l1 and l2 in a fixed proportion.
   *
   * @param problem what is to be solved
   * @param standardize as in {@link ElasticNet.Settings}
   * @param count number of points
   * @param down the last penalty as a fraction of the first
   * @param l1Ratio glmnet's α: 1 is the lasso, 0 is ridge
   */
  public static Penalties path(
      RegressionProblem problem, boolean standardize, int count, double down, double l1Ratio) {
    double largest = ElasticNet.largestPenalty(problem, standardize);
    return path(largest, Math.sqrt(problem.labelVariance()), count, down, l1Ratio);
  }

  /**
   * glmnet's path from the smallest λ2 that makes every coefficient 0.
   *
   * @param labelDeviation glmnet's divisor of labels: their standard deviation, 1 for classes and
   *     counts
   */
  public static Penalties path(
      double largest, double labelDeviation, int count, double down, double l1Ratio) {
    Checks.positive("last penalty as a fraction of the first", down);
    if (!(l1Ratio >= 0 && l1Ratio <= 1)) {
      throw new IllegalArgumentException("l1Ratio must be between 0 and 1, got " + l1Ratio);
    }
    double first = largest / 2 / Math.max(l1Ratio, SMALLEST_RATIO);
    return ofGlmnet(geometric(first, count, down), l1Ratio, labelDeviation);
  }

  /** A geometric path of l1 from {@link ElasticNet#largestPenalty} with constant l2. */
  public static Penalties pathWithL2(double largest, int count, double down, double l2) {
    double[] fixed = new double[count];
    Arrays.fill(fixed, l2);
    return new Penalties(geometric(largest, count, down), fixed);
  }

  private static double[] geometric(double first, int count, double down) {
    Checks.atLeast("number of penalties", count, 1);
    double[] out = new double[count];
    Arrays.setAll(out, k -> count == 1 ? first : first * Math.pow(down, k / (count - 1.0)));
    return out;
  }

  /** Number of points. */
  public int size() {
    return l1.length;
  }

  /** The first points, up to and including the given one. */
  public Penalties upTo(int last) {
    return new Penalties(Arrays.copyOf(l1, last + 1), Arrays.copyOf(l2, last + 1));
  }
}
