package org.slrm.internal.kernel;

/** A smooth function of a row's inputs. */
interface Surface {
  /** Its value at u. */
  double value(double[] u);

  /** Adds {@code factor} of its slope at u; returns its value there, which the slope needs too. */
  double addSlope(double[] u, double factor, double[] out);
}
