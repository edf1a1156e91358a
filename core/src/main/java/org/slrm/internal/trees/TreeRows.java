package org.slrm.internal.trees;

import java.util.Arrays;
import org.slrm.internal.predict.RowSolver;

/** Predicts rows by trees. */
final class TreeRows implements RowSolver {
  private final TreesMember member;
  private final TreeShap shap;
  private final double[] x;

  /** The row as the trees see it, with codes of levels. */
  private final double[] coded;

  private final double[] phi;
  private int[] observed = new int[0];
  private int m;

  /** The target whose Shapley values are computed for this row, −1 for none. */
  private int explained = -1;

  TreeRows(TreesMember member) {
    this.member = member;
    shap = new TreeShap(member.forests().stream().mapToInt(Forest::depth).max().orElse(0));
    x = new double[member.features()];
    coded = new double[x.length];
    phi = new double[member.features()];
  }

  @Override
  public void pattern(int[] pattern, int count) {
    observed = pattern;
    m = count;
    explained = -1;
    Arrays.fill(x, Double.NaN);
  }

  @Override
  public void row(double[] z) {
    explained = -1;
    for (int e = 0; e < m; e++) {
      x[observed[e]] = z[e];
    }
    member.categories().encode(x, coded);
  }

  @Override
  public double mean(int target) {
    return member.forests().get(target).predict(coded);
  }

  /** Every missing feature adds its own variance (F-8). */
  @Override
  public double signalVariance(int target) {
    double sum = 0;
    int e = 0;
    for (int j = 0; j < x.length; j++) {
      if (e < m && observed[e] == j) {
        e++;
      } else {
        sum += member.spread()[target * x.length + j];
      }
    }
    return sum;
  }

  @Override
  public double noiseVariance(int target) {
    return member.noise()[target];
  }

  private double[] explained(int target) {
    if (explained != target) {
      Arrays.fill(phi, 0);
      for (Tree tree : member.forests().get(target).trees()) {
        shap.add(tree, coded, phi);
      }
      member.categories().contributions(coded, phi);
      explained = target;
    }
    return phi;
  }

  @Override
  public void addContributions(int target, double factor, double[] out) {
    double[] values = explained(target);
    for (int e = 0; e < m; e++) {
      out[e] += factor * values[observed[e]];
    }
  }

  /** Shapley values of missing features, relative to a row with nothing observed. */
  @Override
  public double missingness(int target) {
    double[] values = explained(target);
    double sum = member.forests().get(target).expectation() - member.intercept(target);
    int e = 0;
    for (int j = 0; j < values.length; j++) {
      if (e < m && observed[e] == j) {
        e++;
      } else {
        sum += values[j];
      }
    }
    return sum;
  }

  @Override
  public void varianceReductions(int target, double[] out) {
    System.arraycopy(member.spread(), target * x.length, out, 0, x.length);
    for (int e = 0; e < m; e++) {
      out[observed[e]] = 0;
    }
  }

  @Override
  public void impute(double[] mean, double[] variance) {
    System.arraycopy(member.center(), 0, mean, 0, mean.length);
    System.arraycopy(member.variance(), 0, variance, 0, mean.length);
    for (int e = 0; e < m; e++) {
      mean[observed[e]] = x[observed[e]];
      variance[observed[e]] = 0;
    }
  }
}
