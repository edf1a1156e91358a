package org.slrm.internal.predict;

import java.util.Arrays;

/** Rows of a member inside another; the outer one overrides what differs. */
public class InnerRows implements RowSolver {
  private final RowSolver inner;
  private double[] values = new double[0];

  /** Number of observed entries of the pattern. */
  protected int m;

  protected InnerRows(RowSolver inner) {
    this.inner = inner;
  }

  @Override
  public void pattern(int[] observed, int m) {
    this.m = m;
    inner.pattern(observed, m);
  }

  @Override
  public boolean predicts() {
    return inner.predicts();
  }

  @Override
  public void row(double[] z) {
    values = z;
    inner.row(z);
  }

  /** Slopes of the inner member; for a linear one the change of contributions per step of 1. */
  protected final void addInnerSlopes(int target, double factor, double[] out) {
    if (inner.nonlinear()) {
      inner.addSlopes(target, factor, out);
      return;
    }
    double[] row = values.clone();
    for (int end = 0; end < 2; end++) {
      double[] at = new double[Math.max(m, row.length)];
      Arrays.fill(at, end);
      inner.row(at);
      inner.addContributions(target, end == 0 ? -factor : factor, out);
    }
    inner.row(row);
  }

  @Override
  public double mean(int target) {
    return inner.mean(target);
  }

  @Override
  public double signalVariance(int target) {
    return inner.signalVariance(target);
  }

  @Override
  public double noiseVariance(int target) {
    return inner.noiseVariance(target);
  }

  @Override
  public void addContributions(int target, double factor, double[] out) {
    inner.addContributions(target, factor, out);
  }

  @Override
  public boolean nonlinear() {
    return inner.nonlinear();
  }

  @Override
  public void addSlopes(int target, double factor, double[] out) {
    inner.addSlopes(target, factor, out);
  }

  @Override
  public double[] componentShares() {
    return inner.componentShares();
  }

  @Override
  public double missingness(int target) {
    return inner.missingness(target);
  }

  @Override
  public void varianceReductions(int target, double[] out) {
    inner.varianceReductions(target, out);
  }

  @Override
  public void impute(double[] mean, double[] variance) {
    inner.impute(mean, variance);
  }

  @Override
  public double expected(int feature, int features) {
    return inner.expected(feature, features);
  }
}
