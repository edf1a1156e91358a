package org.slrm.internal.special;

/**
 * Quadrature rules: an integral as a weighted sum.
 *
 * @param nodes points of evaluation
 * @param weights weight of each
 */
public record Quadrature(double[] nodes, double[] weights) {
  /** Gauss–Legendre rule with eight nodes on the unit interval. */
  public static final Quadrature UNIT =
      new Quadrature(
          new double[] {
            0.019855071751231912,
            0.10166676129318664,
            0.2372337950418355,
            0.4082826787521751,
            0.5917173212478248,
            0.7627662049581645,
            0.8983332387068134,
            0.9801449282487681
          },
          new double[] {
            0.05061426814518853,
            0.11119051722668721,
            0.15685332293894344,
            0.18134189168918083,
            0.18134189168918083,
            0.15685332293894344,
            0.11119051722668721,
            0.05061426814518853
          });

  /** Gauss–Hermite rule with seven nodes for the standard normal distribution. */
  public static final Quadrature NORMAL =
      new Quadrature(
          new double[] {
            -3.7504397177257425,
            -2.366759410734541,
            -1.1544053947399682,
            0.0,
            1.1544053947399682,
            2.366759410734541,
            3.7504397177257425
          },
          new double[] {
            0.000548268855972217,
            0.03075712396758652,
            0.2401231786050127,
            0.45714285714285724,
            0.2401231786050127,
            0.03075712396758652,
            0.000548268855972217
          });
}
