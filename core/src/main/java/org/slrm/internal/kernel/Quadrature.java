package org.slrm.internal.kernel;

/** Gauss and Legendre's rule of eight nodes on the unit interval. */
final class Quadrature {
  static final double[] NODES = {
    0.019855071751231912,
    0.10166676129318664,
    0.2372337950418355,
    0.4082826787521751,
    0.5917173212478248,
    0.7627662049581645,
    0.8983332387068134,
    0.9801449282487681
  };

  static final double[] WEIGHTS = {
    0.05061426814518853,
    0.11119051722668721,
    0.15685332293894344,
    0.18134189168918083,
    0.18134189168918083,
    0.15685332293894344,
    0.11119051722668721,
    0.05061426814518853
  };

  private Quadrature() {}
}
