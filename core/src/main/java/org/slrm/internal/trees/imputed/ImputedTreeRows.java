package org.slrm.internal.trees.imputed;

import java.util.Arrays;
import org.slrm.internal.factor.member.RowPosterior;
import org.slrm.internal.predict.RowSolver;
import org.slrm.internal.trees.Forest;
import org.slrm.internal.trees.Tree;
import org.slrm.internal.trees.TreeShap;

/**
 * Predicts rows by trees on imputed features. The Shapley value of an input that depends on several
 * entries is divided among them in proportion to what each contributes to it (F-10).
 */
final class ImputedTreeRows implements RowSolver {
  private final ImputedTreesMember member;
  private final RowPosterior posterior;
  private final TreeShap shap;
  private final double[] row;
  private final double[] phi;
  private final double[] byScore;
  private double[] entries = new double[0];
  private double[] parts = new double[0];
  private int[] observed = new int[0];
  private int m;

  /** The target whose contributions of this row are stored, −1 for none. */
  private int dividedTarget = -1;

  ImputedTreeRows(ImputedTreesMember member) {
    this.member = member;
    posterior = new RowPosterior(member.x, member.tables);
    shap = new TreeShap(member.forests.stream().mapToInt(Forest::depth).max().orElse(0));
    row = new double[member.inputs.count()];
    phi = new double[row.length];
    byScore = new double[member.x.d()];
  }

  @Override
  public void pattern(int[] pattern, int count) {
    observed = pattern;
    m = count;
    dividedTarget = -1;
    entries = new double[count];
    parts = new double[count];
    posterior.pattern(pattern, count);
  }

  @Override
  public void row(double[] z) {
    dividedTarget = -1;
    posterior.row(z);
    double[] imputed = new double[member.features()];
    posterior.imputed(imputed);
    System.arraycopy(imputed, 0, row, 0, imputed.length);
    for (int k = 0, e = 0; k < member.inputs.raw().length; k++) {
      int j = member.inputs.raw()[k];
      while (e < m && observed[e] < j) {
        e++;
      }
      row[imputed.length + k] = e < m && observed[e] == j ? z[e] : Double.NaN;
    }
  }

  @Override
  public double mean(int target) {
    return member.value(target, row);
  }

  @Override
  public double signalVariance(int target) {
    double[] beta = member.ridge.slope(target);
    posterior.slope(beta, byScore);
    double ridge = posterior.variance(byScore) + posterior.noise(beta);
    return member.ridgeFraction[target] * Math.max(0, ridge);
  }

  @Override
  public double noiseVariance(int target) {
    return member.tau[target];
  }

  @Override
  public void varianceReductions(int target, double[] out) {
    double[] beta = member.ridge.slope(target);
    posterior.slope(beta, byScore);
    posterior.reductions(byScore, beta, out);
    for (int j = 0; j < out.length; j++) {
      out[j] *= member.ridgeFraction[target];
    }
  }

  @Override
  public void impute(double[] mean, double[] variance) {
    posterior.impute(mean, variance);
  }

  @Override
  public double expected(int feature, int features) {
    return posterior.expected(feature);
  }

  @Override
  public void addContributions(int target, double factor, double[] out) {
    sumOfContributions(target);
    for (int e = 0; e < m; e++) {
      out[e] += factor * entries[e];
    }
  }

  @Override
  public double missingness(int target) {
    double contributions = sumOfContributions(target);
    return mean(target) - member.intercept(target) - contributions;
  }

  /** Shapley values of the inputs, divided among the observed entries; returns their sum. */
  private double sumOfContributions(int target) {
    if (dividedTarget != target) {
      divide(target);
      dividedTarget = target;
    }
    return Arrays.stream(entries).sum();
  }

  private void divide(int target) {
    // Stores the ridge prediction among the inputs.
    member.value(target, row);
    Arrays.fill(phi, 0);
    Arrays.fill(entries, 0);
    for (Tree tree : member.forests.get(target).trees()) {
      shap.add(tree, row, phi);
    }
    fromFeatures();
    if (member.use == RidgeUse.INPUT) {
      ridge(target);
      addInProportion(phi[member.inputs.ridgeAt()]);
    } else if (member.use == RidgeUse.RESIDUAL) {
      ridge(target);
      for (int e = 0; e < m; e++) {
        entries[e] += parts[e];
      }
    }
  }

  private void fromFeatures() {
    int p = member.features();
    for (int j = 0, e = 0; j < p; j++) {
      if (e < m && observed[e] == j) {
        entries[e++] += phi[j];
      } else if (phi[j] != 0) {
        imputation(j);
        addInProportion(phi[j]);
      }
    }
    for (int k = 0, e = 0; k < member.inputs.raw().length; k++) {
      int j = member.inputs.raw()[k];
      while (e < m && observed[e] < j) {
        e++;
      }
      if (e < m && observed[e] == j) {
        entries[e] += phi[p + k];
      }
    }
  }

  /** Contribution of each entry to the imputed value of a missing feature. */
  private void imputation(int j) {
    System.arraycopy(member.x.V(), j * byScore.length, byScore, 0, byScore.length);
    posterior.coefficients(byScore, parts);
    for (int e = 0; e < m; e++) {
      parts[e] *= posterior.residual(e);
    }
  }

  /** Contribution of each entry to the ridge prediction. */
  private void ridge(int target) {
    double[] beta = member.ridge.slope(target);
    posterior.slope(beta, byScore);
    posterior.coefficients(byScore, parts);
    for (int e = 0; e < m; e++) {
      parts[e] = (parts[e] + beta[observed[e]]) * posterior.residual(e);
    }
  }

  /** Divides a value among the entries in proportion to their contributions. */
  private void addInProportion(double value) {
    double total = 0;
    for (int e = 0; e < m; e++) {
      total += Math.abs(parts[e]);
    }
    for (int e = 0; total > 0 && e < m; e++) {
      entries[e] += value * Math.abs(parts[e]) / total;
    }
  }
}
