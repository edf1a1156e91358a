package org.slrm.internal.kernel;

/**
 * A function of a few directions of its inputs (I-7): f(Bᵀu), whose slope is B∇f(Bᵀu).
 *
 * @param directions B
 * @param of f
 */
record Reduced(Directions directions, KernelRidge of) implements Surface {
  @Override
  public double value(double[] u) {
    return of.value(directions.of(u, 0));
  }

  @Override
  public double addSlope(double[] u, double factor, double[] out) {
    double[] slope = new double[directions.count()];
    double value = of.addSlope(directions.of(u, 0), factor, slope);
    directions.addBack(slope, out);
    return value;
  }
}
