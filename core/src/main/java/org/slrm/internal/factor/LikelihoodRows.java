package org.slrm.internal.factor;

import org.jspecify.annotations.Nullable;
import org.slrm.data.ColumnStatistics;

/**
 * The rows of a fit in scaled units, wherever they are stored: features first, then labels. A fit
 * needs only sums over them, so threads, partitions and machines can divide the work.
 * Implementations sum in a fixed order, so that results are reproducible.
 */
public interface LikelihoodRows {
  /** Number of rows. */
  int rows();

  /** Number of features, the first of the columns. */
  int features();

  /** Statistics of each column. */
  ColumnStatistics statistics();

  /**
   * One round of subspace iteration on the mean-imputed features: Zᵀ(ZV) for V of d directions,
   * then the sum of squares of each of the d scores ZV.
   */
  double[] project(double[] mu, double[] V, int d);

  /** The E step under θ with column weights ω, followed by the M step. */
  Round round(Factors theta, double[] omega, MaximizationStep maximization);

  /** The result of one E step. */
  interface Round {
    /** Log-likelihood of the rows under the parameters they were summed with. */
    double objective();

    /** The transform that whitens the factor scores; null when there is none. */
    @Nullable Whitening whitening();

    /** The parameters of the M step. */
    Factors maximized();
  }
}
