package org.slrm.internal.factor.moments;

import org.slrm.internal.regression.GramProblem;

/**
 * Regressions on mean-imputed features by second moments, without the rows. A missing entry is 0 in
 * scaled units and adds nothing to a sum of products, so the regression equals that on the
 * mean-imputed rows.
 */
public final class MeanImputedMoments {
  private MeanImputedMoments() {}

  /**
   * The regression of a target on features.
   *
   * @param m moments of rows that all have the target's label; features first, then labels
   * @param D number of features
   */
  public static GramProblem of(PairMoments m, int D, int target) {
    int q = m.columns();
    int t = D + target;
    double n = Math.max(1, m.rows());
    double[] mean = new double[D];
    double[] gram = new double[D * D];
    double[] c = new double[D];
    double meanLabel = m.sums()[t] / n;
    for (int j = 0; j < D; j++) {
      mean[j] = m.sums()[j] / n;
      for (int l = 0; l <= j; l++) {
        double g = m.products()[j * q + l] / n - mean[j] * mean[l];
        gram[j * D + l] = g;
        gram[l * D + j] = g;
      }
      c[j] = m.products()[t * q + j] / n - mean[j] * meanLabel;
    }
    double yy = Math.max(0, m.products()[t * q + t] / n - meanLabel * meanLabel);
    return GramProblem.ofCentred(n, mean, meanLabel, gram, c, yy);
  }
}
