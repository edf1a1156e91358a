package org.slrm.internal.factor.member;

import java.util.Arrays;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.Posterior;

/**
 * The posterior of one row after another given its features: factor scores a with covariance S,
 * imputed features x̂, and the variance of a function with slope g along the scores and β along the
 * missing features (C-2), (C-3). One per thread.
 */
public final class RowPosterior {
  private final Factors x;
  private final FeaturePosterior posterior;
  private final double[] code;
  private final double[] sg;
  private double[] residual = new double[0];
  private int[] observed = new int[0];
  private int m;

  /** A workspace over tables of the same factors. */
  public RowPosterior(Factors x, Posterior.Tables tables) {
    this.x = x;
    posterior = new FeaturePosterior(x, tables);
    code = new double[x.d()];
    sg = new double[x.d()];
  }

  /** Prepares for rows whose observed features are the first m of {@code pattern}. */
  public void pattern(int[] pattern, int count) {
    observed = pattern;
    m = count;
    residual = new double[count];
    posterior.pattern(pattern, count);
  }

  /** Takes the observed values of a row. */
  public void row(double[] z) {
    for (int e = 0; e < m; e++) {
      residual[e] = z[e] - x.mu()[observed[e]];
    }
    posterior.code(residual, code);
  }

  /** The factor scores of the row, read only. */
  public double[] code() {
    return code;
  }

  /** S packed, of all rows of the pattern. */
  public void covariance(double[] out) {
    posterior.covariance(out);
  }

  /** x_e − μ of the e-th observed feature. */
  public double residual(int e) {
    return residual[e];
  }

  /** x̂ − μ: observed entries unchanged, V a elsewhere. */
  public void imputed(double[] out) {
    for (int j = 0; j < out.length; j++) {
      out[j] = posterior.dot(j, code);
    }
    for (int e = 0; e < m; e++) {
      out[observed[e]] = residual[e];
    }
  }

  /** g = Σ_missing β_jV_j: the slope along the scores of a function of imputed features. */
  public void slope(double[] beta, double[] g) {
    Arrays.fill(g, 0);
    posterior.forEachMissing(
        j -> {
          for (int k = 0; k < g.length; k++) {
            g[k] += beta[j] * x.V()[j * g.length + k];
          }
        });
  }

  /** out_e = gᵀS V_e/ψ_e for the e-th observed feature. */
  public void coefficients(double[] g, double[] out) {
    solved(g);
    posterior.coefficients(sg, out);
  }

  /** gᵀSg. */
  public double variance(double[] g) {
    solved(g);
    double sum = 0;
    for (int k = 0; k < sg.length; k++) {
      sum += g[k] * sg[k];
    }
    return sum;
  }

  /** Σ_missing β_j²ψ_j. */
  public double noise(double[] beta) {
    double[] sum = new double[1];
    posterior.forEachMissing(j -> sum[0] += beta[j] * beta[j] * x.psi()[j]);
    return sum[0];
  }

  /** (gᵀSV_j + β_jψ_j)² / Var(x_j) for every missing feature j, 0 for the others. */
  public void reductions(double[] g, double[] beta, double[] out) {
    solved(g);
    Arrays.fill(out, 0);
    posterior.forEachMissing(
        j -> {
          double covariance = posterior.dot(j, sg) + beta[j] * x.psi()[j];
          out[j] = covariance * covariance / posterior.variance(j);
        });
  }

  /** Expected features and their variances (P-4). */
  public void impute(double[] mean, double[] variance) {
    posterior.impute(residual, mean, variance);
  }

  /** μ + V a of one feature, in the scaled units of the row. */
  public double expected(int feature) {
    return x.mu()[feature] + posterior.dot(feature, code);
  }

  private void solved(double[] g) {
    System.arraycopy(g, 0, sg, 0, sg.length);
    posterior.solve(sg);
  }
}
