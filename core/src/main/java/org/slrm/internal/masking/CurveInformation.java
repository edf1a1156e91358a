package org.slrm.internal.masking;

import java.util.Arrays;
import org.slrm.internal.linalg.Cholesky;
import org.slrm.internal.linalg.Packed;

/**
 * The covariance of an estimated curve, by the observed information (Louis 1982) of its three
 * coefficients beside a shift δ and a logarithmic scale λ of the distributions that the factor
 * model predicts for the values (N-9):
 *
 * <pre>information = Σ_observed w q(1 + q) ffᵀ + diag(Σ 1/τ, n/2) − Σ_missing w Var(t(x))</pre>
 *
 * with f = (1, x, x²), q = P/(1 − P), and t = (f, (x − m)/τ, (x − m)²/2τ) for a predicted value
 * N(m, τ). Without δ and λ the band would be too narrow: a factor model that predicts a shifted
 * mean explains the same missing entries by another curve.
 */
public final class CurveInformation {
  private static final int COEFFICIENTS = 3;
  private static final int SIZE = 5;

  /** Smallest pivot relative to its diagonal entry. */
  private static final double MIN_PIVOT = 1e-3;

  private final MaskingCurve curve;
  private final ObservedValues observed;
  private final double[] lost = new double[Packed.length(SIZE)];
  private double weight;
  private double sum;
  private double precision;

  /** Of a curve and the observed values of its feature. */
  public CurveInformation(MaskingCurve curve, ObservedValues observed) {
    this.curve = curve;
    this.observed = observed;
  }

  /** Adds a missing entry of this weight with the moments given that it is missing. */
  public void add(double w, double mean, double variance) {
    // Without the curve, the prediction has precision 1/τ = 1/variance − 1/t.
    double rate = 1 / variance - curve.precision();
    double m = (mean / variance - curve.c1()) / rate;
    double[] byX = {0, 1, 0, rate, -m * rate};
    double[] bySquare = {0, 0, 1, 0, rate / 2};
    // Var(x²) = 4m²v + 2v² about Cov(x, x²) = 2mv: t is linear in x and (x − mean)².
    double[] linear = new double[SIZE];
    for (int k = 0; k < SIZE; k++) {
      linear[k] = byX[k] + 2 * mean * bySquare[k];
    }
    Packed.addOuter(lost, 0, w * variance, linear, 0, SIZE);
    Packed.addOuter(lost, 0, 2 * w * variance * variance, bySquare, 0, SIZE);
    weight += w;
    sum += w * mean;
    precision += w * rate;
  }

  /**
   * The curve; of a feature with two values that through the fractions missing among the rows that
   * have each value or are expected to have it, because a bell has no meaning there.
   */
  public MaskingCurve curve() {
    double[] x = observed.value();
    if (x.length != 2 || !(weight > 0)) {
      return curve;
    }
    double high = Math.max(0, Math.min(1, (sum / weight - x[0]) / (x[1] - x[0])));
    double first = Math.log(fraction((1 - high) * observed.missing(), observed.weight()[0]));
    double second = Math.log(fraction(high * observed.missing(), observed.weight()[1]));
    double slope = (second - first) / (x[1] - x[0]);
    return new MaskingCurve(first - slope * x[0], slope, 0);
  }

  /** With half an entry, as the fraction has a logarithm. */
  private static double fraction(double missing, double known) {
    return Math.max(0.5, missing) / (Math.max(0.5, missing) + known);
  }

  /**
   * Covariance of c₀, c₁, c₂, packed. Where the information is not positive definite, λ is taken as
   * known, then also δ; empty if that does not help, and for two values.
   */
  public double[] covariance() {
    if (!(weight > 0) || observed.value().length == 2) {
      return new double[0];
    }
    double[] information = new double[Packed.length(SIZE)];
    double all = observed.missing() + observed.total();
    information[Packed.at(3, 3)] = all * precision / weight;
    information[Packed.at(4, 4)] = all / 2;
    for (int b = 0; b < observed.value().length; b++) {
      double x = observed.value()[b];
      double q = 1 / Math.expm1(-curve.logProbability(x));
      double[] f = {1, x, x * x, 0, 0};
      Packed.addOuter(information, 0, observed.weight()[b] * q * (1 + q), f, 0, SIZE);
    }
    for (int k = 0; k < lost.length; k++) {
      information[k] -= lost[k] * observed.missing() / weight;
    }
    for (int size = SIZE; size >= COEFFICIENTS; size--) {
      double[] root = new double[size * size];
      Packed.unpack(information, 0, root, size);
      if (Cholesky.factor(root, size, MIN_PIVOT)) {
        Cholesky.inverse(root, size, information, 0);
        return Arrays.copyOf(information, Packed.length(COEFFICIENTS));
      }
    }
    return new double[0];
  }
}
