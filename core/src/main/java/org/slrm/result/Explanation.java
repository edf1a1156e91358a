package org.slrm.result;

/**
 * Why a prediction is what it is: contributions of the observed features and what the pattern of
 * holes adds; together they are mean − intercept.
 *
 * <pre>{@code
 * Explanation e = model.explain(row);
 * double first = e.contribution(0);   // what the first observed feature adds
 * }</pre>
 *
 * @param mean the prediction
 * @param intercept the prediction when nothing is observed
 * @param feature the observed features, increasing
 * @param contribution what each adds, in units of the target
 * @param missingness what the pattern of holes by itself adds, compared with a row of which nothing
 *     is known; 0 for models without "is missing" indicators
 */
public record Explanation(
    double mean, double intercept, int[] feature, double[] contribution, double missingness) {
  /** Copies the arrays. */
  public Explanation {
    feature = feature.clone();
    contribution = contribution.clone();
  }

  /** Number of observed features. */
  public int observed() {
    return feature.length;
  }

  /** The observed features, increasing, a copy. */
  @Override
  public int[] feature() {
    return feature.clone();
  }

  /** The k-th observed feature. */
  public int feature(int k) {
    return feature[k];
  }

  /** What each observed feature adds, a copy. */
  @Override
  public double[] contribution() {
    return contribution.clone();
  }

  /** What the k-th observed feature adds, in units of the target. */
  public double contribution(int k) {
    return contribution[k];
  }
}
