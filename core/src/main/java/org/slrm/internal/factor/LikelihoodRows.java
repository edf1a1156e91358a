package org.slrm.internal.factor;

import org.jspecify.annotations.Nullable;
import org.slrm.data.ColumnStatistics;

/**
 * The rows of a fit in scaled units, wherever they are kept: first the features, then the labels.
 * All a fit asks of them are sums, so threads, partitions and machines can share them out; an
 * implementation adds up in a fixed order, so that equal questions get equal bytes.
 */
public interface LikelihoodRows {
  /** Number of rows. */
  int rows();

  /** Number of features, the first of the columns. */
  int features();

  /** What is known of each column. */
  ColumnStatistics statistics();

  /**
   * One round of subspace iteration on the features, missing entries at their mean: Zᵀ(ZV) for V of
   * d directions, then the sum of squares of each of the d codes ZV.
   */
  double[] project(double[] mu, double[] V, int d);

  /** The E step under θ with columns counting ω times, and what the M step makes of it. */
  Round round(Factors theta, double[] omega, MaximizationStep maximization);

  /** The outcome of one E step. */
  interface Round {
    /** Log-likelihood of the rows under the parameters they were summed with. */
    double objective();

    /** The change that whitens the codes; null when there is none. */
    @Nullable Whitening whitening();

    /** What the M step says. */
    Factors maximized();
  }
}
