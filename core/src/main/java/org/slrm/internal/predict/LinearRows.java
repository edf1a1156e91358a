package org.slrm.internal.predict;

import java.util.Arrays;
import org.slrm.internal.linalg.Vectors;

/** Predicts rows by coefficients that are computed once per pattern and target. */
public final class LinearRows implements RowSolver {
  private final LinearInPattern member;
  private final PatternSolver solver;
  private final double[][] c;
  private final double[] constant;
  private final double[] offset;
  private final double[] signal;
  private final boolean[] ready;
  private int[] observed = new int[0];
  private int m;
  private double[] z = new double[0];

  LinearRows(LinearInPattern member) {
    this(member, member.patternSolver());
  }

  /** Rows of a member, with a solver that others may use between rows. */
  public LinearRows(LinearInPattern member, PatternSolver solver) {
    this.member = member;
    this.solver = solver;
    int targets = member.targets();
    c = new double[targets][member.features()];
    constant = new double[targets];
    offset = new double[targets];
    signal = new double[targets];
    ready = new boolean[targets];
  }

  @Override
  public void pattern(int[] pattern, int count) {
    observed = pattern;
    m = count;
    solver.pattern(pattern, count);
    Arrays.fill(ready, false);
  }

  @Override
  public boolean predicts() {
    return solver.predicts();
  }

  @Override
  public void row(double[] values) {
    z = values;
  }

  /** The coefficients of a target, and its prediction for a row of zeros. */
  private double[] prepared(int t) {
    if (!ready[t]) {
      solver.coefficients(t, c[t]);
      offset[t] = solver.offset(t);
      double sum = member.intercept(t) + offset[t];
      for (int e = 0; e < m; e++) {
        sum -= c[t][e] * member.center(observed[e]);
      }
      constant[t] = sum;
      // Rounding may make a variance of almost 0 negative.
      signal[t] = Math.max(0, solver.signalVariance(t));
      ready[t] = true;
    }
    return c[t];
  }

  @Override
  public double mean(int target) {
    double[] by = prepared(target);
    return constant[target] + Vectors.dot(by, 0, z, 0, m);
  }

  @Override
  public double signalVariance(int target) {
    prepared(target);
    return signal[target];
  }

  @Override
  public double noiseVariance(int target) {
    return solver.noiseVariance(target);
  }

  @Override
  public void addContributions(int target, double factor, double[] out) {
    double[] by = prepared(target);
    for (int e = 0; e < m; e++) {
      out[e] += factor * by[e] * (z[e] - member.center(observed[e]));
    }
  }

  @Override
  public double missingness(int target) {
    prepared(target);
    return offset[target];
  }

  @Override
  public void addMissingEffects(int target, double factor, double[] out) {
    solver.addMissingEffects(target, factor, out);
  }

  @Override
  public void varianceReductions(int target, double[] out) {
    solver.varianceReductions(target, out);
  }

  @Override
  public void impute(double[] mean, double[] variance) {
    solver.impute(residual(), mean, variance);
  }

  @Override
  public double expected(int feature, int features) {
    return solver.expected(residual(), feature, features);
  }

  private double[] residual() {
    double[] residual = new double[m];
    for (int e = 0; e < m; e++) {
      residual[e] = z[e] - member.center(observed[e]);
    }
    return residual;
  }
}
