package org.slrm.paper.internal.dictionary;

import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.Posterior;
import org.slrm.internal.factor.member.RowPosterior;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.predict.RowSolver;

/**
 * Predicts rows for a {@link DictionaryMember}. One per thread. Means and contributions are those
 * of the sparse code; variances are those of Gaussian codes with the same variances as the training
 * rows' (Z-7), which fall with every observed entry.
 */
final class DictionaryRows implements RowSolver {
  private final DictionaryMember member;
  private final int K;
  private final double[] D;
  private final SparseCodeStep step;
  private final RowPosterior posterior;
  private final double[] slope;
  private final double[] none;
  private final double[] v;
  private int[] observed = new int[0];
  private int m;
  private double[] z = new double[0];

  DictionaryRows(DictionaryMember member) {
    this.member = member;
    K = member.dictionary().atoms();
    D = member.dictionary().D();
    step = new SparseCodeStep(member.dictionary());
    Factors x = member.factors();
    posterior = new RowPosterior(x, Posterior.Tables.ofFeatures(x));
    slope = new double[K];
    none = new double[member.features()];
    v = new double[K];
  }

  @Override
  public void pattern(int[] pattern, int count) {
    observed = pattern;
    m = count;
    step.pattern(pattern, count);
    posterior.pattern(pattern, count);
  }

  @Override
  public void row(double[] values) {
    z = values;
    step.row(values);
    posterior.row(values);
  }

  @Override
  public double mean(int target) {
    return member.intercept(target)
        + Vectors.dot(member.regressor(), target * K, step.code(), 0, K);
  }

  @Override
  public double signalVariance(int target) {
    return Math.max(0, posterior.variance(byCode(target)));
  }

  @Override
  public double noiseVariance(int target) {
    return member.labelNoise()[target];
  }

  /**
   * (Z-6) Given active set and signs η − b = vᵀ(D_Λᵀx − λ1 s), v = M w_Λ. Entry j contributes its
   * linear part, Σ_k v_k D_jk x_j; the constant −λ1 v_k s_k of an atom is divided among its entries
   * in proportion to (D_jk x_j)², or D_jk² where these are all 0.
   */
  @Override
  public void addContributions(int target, double share, double[] out) {
    for (int a = 0; a < step.size(); a++) {
      v[a] = member.regressor()[target * K + step.active()[a]];
    }
    step.solve(v);
    for (int a = 0; a < step.size(); a++) {
      int k = step.active()[a];
      double observedPart = squares(k, true);
      double total = observedPart > 0 ? observedPart : squares(k, false);
      double constant = -Math.copySign(member.dictionary().l1(), step.code()[k]) * v[a];
      for (int e = 0; e < m; e++) {
        double d = D[observed[e] * K + k];
        double part = observedPart > 0 ? d * z[e] : d;
        out[e] += share * (v[a] * d * z[e] + constant * (part * part / total));
      }
    }
  }

  private double squares(int k, boolean observedPart) {
    double sum = 0;
    for (int e = 0; e < m; e++) {
      double part = D[observed[e] * K + k] * (observedPart ? z[e] : 1);
      sum += part * part;
    }
    return sum;
  }

  @Override
  public boolean nonlinear() {
    return true;
  }

  /** Slopes of the prediction for Gaussian codes: without active set and threshold. */
  @Override
  public void addSlopes(int target, double share, double[] out) {
    double[] c = new double[m];
    posterior.coefficients(byCode(target), c);
    Vectors.add(out, 0, share, c, 0, m);
  }

  @Override
  public void varianceReductions(int target, double[] out) {
    posterior.reductions(byCode(target), none, out);
  }

  /** Dα*, with the variances of Gaussian codes. */
  @Override
  public void impute(double[] mean, double[] variance) {
    posterior.impute(mean, variance);
    for (int j = 0; j < mean.length; j++) {
      mean[j] = Vectors.dot(D, j * K, step.code(), 0, K);
    }
  }

  /** w in codes of variance 1. */
  private double[] byCode(int target) {
    for (int k = 0; k < K; k++) {
      slope[k] = member.regressor()[target * K + k] * Math.sqrt(member.spread()[k]);
    }
    return slope;
  }
}
