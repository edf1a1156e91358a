package org.slrm.internal.regression.family;

import java.util.Arrays;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.SpdFactor;
import org.slrm.internal.linalg.Vectors;

/**
 * Linear regression for several quantiles at once, with common slopes and one intercept per
 * quantile (Zou and Yuan 2008): the intercepts c and slopes b that minimise
 *
 * <pre>Σ_i w_i mean_p ρ_p(z_i − bᵀx_i − c_p) + ½ λ‖b‖²,   ρ_p(u) = pu + h log(1 + e^(−u/h)),</pre>
 *
 * the pinball loss of quantile p, smoothed within about h of 0. Newton's method.
 *
 * @param quantiles p, in (0, 1)
 * @param rounded h
 * @param lambda λ
 */
public record CompositeQuantiles(double[] quantiles, double rounded, double lambda) {
  private static final int ROUNDS = 100;
  private static final double SETTLED = 1e-9;

  /** Without rows near a quantile its loss is linear: a minimum curvature for the step. */
  private static final double MIN_CURVATURE = 1e-3;

  /**
   * Intercepts and slopes.
   *
   * @param level by quantile
   * @param slope by feature
   */
  public record LinearQuantiles(double[] level, double[] slope) {
    /** The part of every quantile that depends on x. */
    public double at(double[] x) {
      return Vectors.dot(x, 0, slope, 0, slope.length);
    }
  }

  /** The mean loss over the quantiles of a row. */
  public double loss(LinearQuantiles line, double[] x, double z) {
    double left = z - line.at(x);
    double sum = 0;
    for (int k = 0; k < quantiles.length; k++) {
      double u = (left - line.level[k]) / rounded;
      // log(1 + e^−u) without overflow.
      sum += quantiles[k] * u + Math.max(0, -u) + Math.log1p(Math.exp(-Math.abs(u)));
    }
    return rounded * sum / quantiles.length;
  }

  /** Fits rows x with labels z of weight w. */
  public LinearQuantiles fit(double[][] x, double[] z, double[] w) {
    int levels = quantiles.length;
    LinearQuantiles line = start(z, x[0].length);
    double now = objective(line, x, z, w);
    double total = Arrays.stream(w).sum();
    for (int round = 0; round < ROUNDS; round++) {
      double[] step = step(line, x, z, w);
      double length = 1;
      LinearQuantiles next = after(line, step, length, levels);
      while (objective(next, x, z, w) > now && length > 1e-6) {
        length /= 2;
        next = after(line, step, length, levels);
      }
      double lower = objective(next, x, z, w);
      if (!(now - lower > SETTLED * total)) {
        break;
      }
      line = next;
      now = lower;
    }
    return line;
  }

  private LinearQuantiles start(double[] z, int slopes) {
    double[] sorted = z.clone();
    Arrays.sort(sorted);
    double[] level = new double[quantiles.length];
    Arrays.setAll(level, k -> sorted[(int) (quantiles[k] * (sorted.length - 1))]);
    return new LinearQuantiles(level, new double[slopes]);
  }

  private static LinearQuantiles after(
      LinearQuantiles from, double[] step, double length, int levels) {
    double[] level = from.level.clone();
    double[] slope = from.slope.clone();
    Vectors.add(level, 0, length, step, 0, levels);
    Vectors.add(slope, 0, length, step, levels, slope.length);
    return new LinearQuantiles(level, slope);
  }

  private double objective(LinearQuantiles line, double[][] x, double[] z, double[] w) {
    double sum = lambda / 2 * Vectors.dot(line.slope, 0, line.slope, 0, line.slope.length);
    for (int i = 0; i < z.length; i++) {
      sum += w[i] * loss(line, x[i], z[i]);
    }
    return sum;
  }

  /** Newton's step for the intercepts, then the slopes. */
  private double[] step(LinearQuantiles line, double[][] x, double[] z, double[] w) {
    int levels = quantiles.length;
    int slopes = line.slope.length;
    double[] step = new double[levels + slopes];
    double[] H = new double[Packed.length(levels + slopes)];
    double[] row = new double[levels + slopes];
    for (int i = 0; i < z.length; i++) {
      double left = z[i] - line.at(x[i]);
      for (int k = 0; k < levels; k++) {
        double below = 1 / (1 + Math.exp((left - line.level[k]) / rounded));
        double curvature = Math.max(MIN_CURVATURE, below * (1 - below)) / rounded;
        Arrays.fill(row, 0, levels, 0);
        row[k] = 1;
        System.arraycopy(x[i], 0, row, levels, slopes);
        Packed.addOuter(H, 0, w[i] * curvature / levels, row, 0, row.length);
        Vectors.add(step, 0, w[i] * (quantiles[k] - below) / levels, row, 0, row.length);
      }
    }
    for (int j = 0; j < slopes; j++) {
      H[Packed.at(levels + j, levels + j)] += lambda;
      step[levels + j] -= lambda * line.slope[j];
    }
    SpdFactor factor = new SpdFactor(levels + slopes);
    factor.factorRidged(H, 0);
    factor.solve(step);
    return step;
  }
}
