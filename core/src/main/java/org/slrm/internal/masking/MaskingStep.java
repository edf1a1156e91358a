package org.slrm.internal.masking;

import java.util.Arrays;
import org.slrm.internal.linalg.Cholesky;

/**
 * The curve of one feature (N-4) that maximises, given the moments of its missing values,
 *
 * <pre>n c₀ + E₁c₁ + E₂c₂ + Σ_known w log(1 − exp(c₀ + c₁x + c₂x²))</pre>
 *
 * under P ≤ 1 for every x and c₂ ≤ 0. The problem is concave in c, so Newton's method with a small
 * logarithmic barrier finds its only maximum.
 */
public final class MaskingStep {
  /** Weights of the barrier per row. A small one from the start jams at the border of P ≤ 1. */
  private static final double[] BARRIERS = {1e-1, 1e-3, 1e-5, 1e-7, 1e-9};

  private static final double START_CURVATURE = -1e-2;
  private static final int STEPS = 60;
  private static final double TOLERANCE = 1e-10;

  private final ObservedValues observed;
  private final double n;
  private final double e1;
  private final double e2;
  private final double[] z;
  private final double shift;
  private final double scale;
  private final double[] g = new double[3];
  private final double[] h = new double[9];

  /**
   * A step for a feature.
   *
   * @param observed its observed values
   * @param sum expected sum of its missing values
   * @param square expected sum of their squares
   */
  public MaskingStep(ObservedValues observed, double sum, double square) {
    this.observed = observed;
    n = observed.missing();
    shift = observed.mean();
    scale = Math.sqrt(observed.variance());
    e1 = (sum - n * shift) / scale;
    e2 = (square - 2 * shift * sum + n * shift * shift) / (scale * scale);
    z = observed.value().clone();
    for (int b = 0; b < z.length; b++) {
      z[b] = (z[b] - shift) / scale;
    }
  }

  /** The curve with the largest objective. */
  public MaskingCurve best() {
    double[] c = {ignorable(), 0, START_CURVATURE};
    for (double barrier : BARRIERS) {
      climb(c, barrier * (n + observed.total()));
    }
    return original(c);
  }

  /** The gain of a curve in expected log-likelihood over the best curve that ignores the value. */
  public double gain(MaskingCurve curve) {
    double[] flat = {ignorable(), 0, 0};
    return likelihood(standard(curve)) - likelihood(flat);
  }

  /** The logarithm of the fraction of missing entries. */
  private double ignorable() {
    return Math.log(n / (n + observed.total()));
  }

  private void climb(double[] c, double barrier) {
    double value = objective(c, barrier);
    for (int step = 0; step < STEPS; step++) {
      derivatives(c, barrier);
      double[] move = g.clone();
      if (!Cholesky.factor(h, 3, 1e-14)) {
        return;
      }
      Cholesky.solve(h, 3, move);
      double decrement = g[0] * move[0] + g[1] * move[1] + g[2] * move[2];
      if (decrement < TOLERANCE) {
        return;
      }
      double length = 1;
      double[] next = advanced(c, move, length);
      double reached = objective(next, barrier);
      while (!(reached > value) && length > 1e-10) {
        length /= 2;
        next = advanced(c, move, length);
        reached = objective(next, barrier);
      }
      if (!(reached > value)) {
        return;
      }
      System.arraycopy(next, 0, c, 0, 3);
      value = reached;
    }
  }

  private static double[] advanced(double[] c, double[] by, double length) {
    return new double[] {c[0] + length * by[0], c[1] + length * by[1], c[2] + length * by[2]};
  }

  /** log K = c₀ − c₁²/(4c₂). */
  private static double logHeight(double[] c) {
    return c[0] - c[1] * c[1] / (4 * c[2]);
  }

  private double objective(double[] c, double barrier) {
    double top = logHeight(c);
    if (!(c[2] < 0 && top < 0)) {
      return Double.NEGATIVE_INFINITY;
    }
    return likelihood(c) + barrier * (Math.log(-top) + Math.log(-c[2]));
  }

  private double likelihood(double[] c) {
    double sum = n * c[0] + e1 * c[1] + e2 * c[2];
    for (int b = 0; b < z.length; b++) {
      sum += observed.weight()[b] * Math.log(-Math.expm1(c[0] + z[b] * (c[1] + z[b] * c[2])));
    }
    return sum;
  }

  /** Gradient, and the negative Hessian in the lower triangle of h. */
  private void derivatives(double[] c, double barrier) {
    g[0] = n;
    g[1] = e1;
    g[2] = e2;
    Arrays.fill(h, 0);
    for (int b = 0; b < z.length; b++) {
      double w = observed.weight()[b];
      // q = P(missing)/P(observed): d log(1 − eᵘ) = −q, d² = −q(1 + q)
      double q = 1 / Math.expm1(-(c[0] + z[b] * (c[1] + z[b] * c[2])));
      double[] f = {1, z[b], z[b] * z[b]};
      for (int i = 0; i < 3; i++) {
        g[i] -= w * q * f[i];
        for (int j = 0; j <= i; j++) {
          h[3 * i + j] += w * q * (1 + q) * f[i] * f[j];
        }
      }
    }
    barrier(c, barrier);
  }

  /** Adds the derivatives of barrier · (log(−log K) + log(−c₂)). */
  private void barrier(double[] c, double barrier) {
    double top = logHeight(c);
    double r = c[1] / (2 * c[2]);
    double[] d = {1, -r, r * r};
    for (int i = 0; i < 3; i++) {
      g[i] += barrier * d[i] / top;
      for (int j = 0; j <= i; j++) {
        h[3 * i + j] += barrier * (d[i] * d[j] / (top * top) - second(i, j, r, c[2]) / top);
      }
    }
    g[2] += barrier / c[2];
    h[8] += barrier / (c[2] * c[2]);
  }

  /** Second derivatives of log K = c₀ − c₁²/(4c₂), with r = c₁/(2c₂). */
  private static double second(int i, int j, double r, double c2) {
    if (i == 1 && j == 1) {
      return -1 / (2 * c2);
    }
    if (i == 2 && j == 1) {
      return r / c2;
    }
    return i == 2 && j == 2 ? -2 * r * r / c2 : 0;
  }

  /** Coefficients in standardised values. */
  private double[] standard(MaskingCurve curve) {
    return new double[] {
      curve.logProbability(shift),
      scale * (curve.c1() + 2 * curve.c2() * shift),
      scale * scale * curve.c2()
    };
  }

  private MaskingCurve original(double[] c) {
    double a2 = c[2] / (scale * scale);
    double a1 = c[1] / scale - 2 * a2 * shift;
    return new MaskingCurve(c[0] - shift * (a1 + shift * a2), a1, a2);
  }
}
