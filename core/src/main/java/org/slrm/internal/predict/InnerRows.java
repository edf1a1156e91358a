package org.slrm.internal.predict;

/** Rows of a member inside another; the outer one overrides what differs. */
public class InnerRows implements RowSolver {
  private final RowSolver inner;

  protected InnerRows(RowSolver inner) {
    this.inner = inner;
  }

  @Override
  public void pattern(int[] observed, int m) {
    inner.pattern(observed, m);
  }

  @Override
  public boolean predicts() {
    return inner.predicts();
  }

  @Override
  public void row(double[] z) {
    inner.row(z);
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
