package org.slrm.internal.linalg;

/** A batch of one. */
final class SingleBatch implements SpdBatch {
  private final SpdFactor factor;
  private double[] packed = new double[0];
  private int at;
  private boolean positive;

  SingleBatch(int d) {
    factor = new SpdFactor(d);
  }

  @Override
  public int lanes() {
    return 1;
  }

  @Override
  public void set(int lane, double[] packed, int at) {
    this.packed = packed;
    this.at = at;
  }

  @Override
  public void factor() {
    positive = factor.factor(packed, at);
  }

  @Override
  public double pivot(int lane, int p) {
    return positive ? factor.pivot(p) : Double.NaN;
  }

  @Override
  public void invert() {
    // done while it is read
  }

  @Override
  public void inverse(int lane, double[] out, int at) {
    factor.inverse(out, at);
  }
}
