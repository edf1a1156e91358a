package org.slrm.internal.factor;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slrm.data.ColumnStatistics;
import org.slrm.internal.factor.SelfMasking.AllMissing;
import org.slrm.internal.factor.SelfMasking.MissingMoments;
import org.slrm.internal.linalg.Cholesky;
import org.slrm.internal.run.Workers;

/**
 * Rows whose entries are missing because of their values, by a given mechanism. The E step is that
 * of the conditional model; its statistics are then completed and returned to the model's own
 * scores.
 */
final class SelfMaskingRows implements LikelihoodRows {
  private final RowStatistics rows;
  private final SelfMasking masking;
  private @Nullable MissingMoments moments;

  SelfMaskingRows(RowStatistics rows, SelfMasking masking) {
    this.rows = rows;
    this.masking = masking;
  }

  /** Moments of the missing entries in the latest E step. */
  MissingMoments moments() {
    return Objects.requireNonNull(moments, "an E step must come first");
  }

  @Override
  public int rows() {
    return rows.rows();
  }

  @Override
  public int features() {
    return rows.features();
  }

  @Override
  public ColumnStatistics statistics() {
    return rows.statistics();
  }

  @Override
  public double[] project(double[] mu, double[] V, int d) {
    return rows.project(mu, V, d);
  }

  @Override
  public Round round(Factors theta, double[] omega, MaximizationStep maximization) {
    FactorStatistics s = expectations(theta, omega);
    return LocalRows.round(s, theta, maximization, Workers.single());
  }

  /** The statistics of completed rows under the parameters of all values. */
  FactorStatistics expectations(Factors theta, double[] omega) {
    AllMissing all = masking.allMissing(theta);
    Factors conditional = masking.conditional(theta, all);
    FactorStatistics s = rows.expectations(conditional, omega);
    moments = masking.complete(s, conditional);
    s.whiten(inverse(all.scores(), s.d));
    s.objective += masking.logLikelihood(all, s.rows());
    return s;
  }

  /** The transform from whitened scores (α − ν) = Rβ back to α. */
  private static Whitening inverse(Whitening w, int d) {
    double[] R = new double[d * d];
    double[] nu = w.nu().clone();
    Cholesky.forward(w.R(), d, nu);
    double[] column = new double[d];
    for (int k = 0; k < d; k++) {
      Arrays.fill(column, 0);
      column[k] = 1;
      Cholesky.forward(w.R(), d, column);
      for (int i = 0; i < d; i++) {
        R[i * d + k] = column[i];
      }
      nu[k] = -nu[k];
    }
    return new Whitening(R, nu);
  }
}
