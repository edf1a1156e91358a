package org.slrm.internal.factor.member;

import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.Posterior;
import org.slrm.internal.run.Patterns;
import org.slrm.internal.run.Workers;

/**
 * Label-free factor scores and imputed features of many rows.
 *
 * @param scores rows × d
 * @param features rows × features minus their means μ, observed entries unchanged
 */
public record ImputedFeatures(double[] scores, double[] features) {
  private static final int BLOCK = 64;

  /** Factor scores, and imputed features when asked for. */
  public static ImputedFeatures of(
      Factors x, IncompleteMatrix rows, boolean withFeatures, Workers workers) {
    int d = x.d();
    int p = x.columns();
    double[] scores = new double[rows.rows() * d];
    double[] features = new double[withFeatures ? Math.multiplyExact(rows.rows(), p) : 0];
    Posterior.Tables tables = Posterior.Tables.ofFeatures(x);
    Patterns patterns = Patterns.of(rows);
    workers.run(
        (patterns.groups() + BLOCK - 1) / BLOCK,
        (worker, block) -> {
          FeaturePosterior posterior = new FeaturePosterior(x, tables);
          double[] a = new double[d];
          for (int g = block * BLOCK; g < Math.min(patterns.groups(), (block + 1) * BLOCK); g++) {
            int[] observed = rows.row(patterns.row(patterns.start(g))).indices();
            double[] residual = new double[observed.length];
            posterior.pattern(observed, observed.length);
            for (int r = patterns.start(g); r < patterns.start(g + 1); r++) {
              int i = patterns.row(r);
              for (int e = 0; e < observed.length; e++) {
                residual[e] = rows.value(rows.rowStart(i) + e) - x.mu()[observed[e]];
              }
              posterior.code(residual, a);
              System.arraycopy(a, 0, scores, i * d, d);
              if (withFeatures) {
                impute(posterior, a, observed, residual, features, i * p, p);
              }
            }
          }
        });
    return new ImputedFeatures(scores, features);
  }

  private static void impute(
      FeaturePosterior posterior,
      double[] a,
      int[] observed,
      double[] residual,
      double[] features,
      int at,
      int p) {
    for (int j = 0; j < p; j++) {
      features[at + j] = posterior.dot(j, a);
    }
    for (int e = 0; e < observed.length; e++) {
      features[at + observed[e]] = residual[e];
    }
  }
}
