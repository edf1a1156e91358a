package org.slrm.internal.factor;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slrm.data.ColumnStatistics;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.masking.ObservedValues;
import org.slrm.internal.run.Workers;

/**
 * Rows in memory, divided among threads.
 *
 * @param plan the order of the rows
 * @param features number of features, the first of the columns
 */
public record LocalRows(RowPlan plan, int features, Workers workers) implements RowStatistics {
  @Override
  public int rows() {
    return plan.z.rows();
  }

  @Override
  public ColumnStatistics statistics() {
    return plan.z.statistics(plan.weights);
  }

  @Override
  public double[] project(double[] mu, double[] V, int d) {
    double[] sums = new double[(features + 1) * d];
    project(plan, features, mu, V, sums);
    return sums;
  }

  /** Adds Zᵀ(ZV), then the squares of the scores ZV, for d directions. */
  public static void project(RowPlan plan, int features, double[] mu, double[] V, double[] sums) {
    IncompleteMatrix z = plan.z;
    int d = sums.length - V.length;
    double[] code = new double[d];
    for (int i = 0; i < z.rows(); i++) {
      double w = plan.weight(i);
      Arrays.fill(code, 0);
      int end = z.rowStart(i);
      for (; end < z.rowStart(i + 1) && z.column(end) < features; end++) {
        double r = z.value(end) - mu[z.column(end)];
        Vectors.add(code, 0, r, V, z.column(end) * d, d);
      }
      for (int k = z.rowStart(i); k < end; k++) {
        double r = w * (z.value(k) - mu[z.column(k)]);
        Vectors.add(sums, z.column(k) * d, r, code, 0, d);
      }
      for (int l = 0; l < d; l++) {
        sums[V.length + l] += w * (code[l] * code[l]);
      }
    }
  }

  @Override
  public Round round(Factors theta, double[] omega, MaximizationStep maximization) {
    return round(expectations(theta, omega), theta, maximization, workers);
  }

  @Override
  public FactorStatistics expectations(Factors theta, double[] omega) {
    return new ExpectationStep(theta, omega).run(plan, workers);
  }

  @Override
  public ObservedValues[] observedValues() {
    return ObservedValues.of(plan.z.firstColumns(features), plan.weights);
  }

  /** The result for complete statistics. */
  public static Round round(
      FactorStatistics s, Factors theta, MaximizationStep maximization, Workers workers) {
    return new Round() {
      @Override
      public double objective() {
        return s.objective;
      }

      @Override
      public @Nullable Whitening whitening() {
        return Whitening.of(s);
      }

      @Override
      public Factors maximized() {
        return maximization.run(s, theta, workers);
      }
    };
  }
}
