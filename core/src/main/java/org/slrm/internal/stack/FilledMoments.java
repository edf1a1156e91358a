package org.slrm.internal.stack;

import org.slrm.internal.likelihood.PairMoments;
import org.slrm.internal.solver.GramProblem;

/** Regressions on mean-filled features by the moments of pairs of columns, without the rows. */
final class FilledMoments {
  private FilledMoments() {}

  /**
   * The regression of a target on features minus the given means, gaps at 0.
   *
   * @param m moments of features, then labels
   * @param mean what gaps are filled with
   */
  static GramProblem of(PairMoments m, double[] mean, int target) {
    int q = m.columns();
    int D = mean.length;
    int t = (D + target) * q;
    double n = Math.max(1, m.counts()[t + D + target]);
    double meanLabel = m.sums()[D + target] / n;
    double[] gram = new double[D * D];
    double[] c = new double[D];
    for (int j = 0; j < D; j++) {
      for (int l = 0; l <= j; l++) {
        double both = m.counts()[j * q + l];
        double g = (m.products()[j * q + l] - both * mean[j] * mean[l]) / Math.max(1, m.rows());
        gram[j * D + l] = g;
        gram[l * D + j] = g;
      }
      c[j] = (m.products()[t + j] - m.counts()[t + j] * mean[j] * meanLabel) / n;
    }
    double yy = Math.max(0, m.products()[t + D + target] / n - meanLabel * meanLabel);
    return GramProblem.ofCentred(n, new double[D], meanLabel, gram, c, yy);
  }
}
