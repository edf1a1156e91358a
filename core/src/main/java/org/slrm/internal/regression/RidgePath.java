package org.slrm.internal.regression;

import org.slrm.internal.linalg.Decompositions;
import org.slrm.internal.linalg.Vectors;

/**
 * {@link RidgeChoice} by second moments, for more rows than features: one decomposition of XᵀX,
 * then every row adds its leave-one-out error for all penalties. Rows may come in parts.
 *
 * <pre>
 * u_i = diag(1/s) Vᵀx̃_i,   r_i = ỹ_i − Σ_k f_k u_ik (Uᵀy)_k,   leave-one-out error r_i / (1 − h_i)
 * </pre>
 */
public final class RidgePath {
  /** Number of penalties. */
  public static final int POINTS = 40;

  static final double SMALLEST = 1e-5;

  private final int p;
  private final double n;
  private final double[] mean;
  private final double meanLabel;
  private final double[] V;
  private final double[] s;
  private final double[] uy;
  private final double[][] f;
  private final double[] penalties = new double[POINTS];

  /** From the moments of all rows with their weights. */
  public RidgePath(GramProblem moments) {
    p = moments.features();
    n = moments.weight();
    mean = new double[p];
    for (int j = 0; j < p; j++) {
      mean[j] = moments.mean(j);
    }
    meanLabel = moments.meanLabel();
    double[] inner = new double[p * p];
    Vectors.add(inner, 0, n, moments.gram(), 0, p * p);
    Decompositions.Eigen eigen = Decompositions.symmetric(inner, p);
    V = eigen.vectors();
    s = new double[p];
    uy = new double[p];
    double largest = Math.max(eigen.values()[0], 1e-300);
    for (int k = 0; k < p; k++) {
      double square = eigen.values()[k];
      s[k] = square > 1e-12 * largest ? Math.sqrt(square) : 0;
      for (int j = 0; s[k] > 0 && j < p; j++) {
        uy[k] += V[j * p + k] * n * moments.c()[j] / s[k];
      }
    }
    f = new double[POINTS][p];
    for (int point = 0; point < POINTS; point++) {
      penalties[point] = 10 * largest * Math.pow(SMALLEST / 10, point / (POINTS - 1.0));
      for (int k = 0; k < p; k++) {
        f[point][k] = s[k] * s[k] / (s[k] * s[k] + penalties[point]);
      }
    }
  }

  /** Adds a row's squared leave-one-out errors by penalty; one of its copies is left out. */
  public void heldOut(double[] x, int at, double y, double weight, double[] errors) {
    double out = Math.min(1, weight);
    double[] u = new double[p];
    for (int j = 0; j < p; j++) {
      Vectors.add(u, 0, x[at + j] - mean[j], V, j * p, p);
    }
    for (int k = 0; k < p; k++) {
      u[k] = s[k] > 0 ? u[k] / s[k] : 0;
    }
    for (int point = 0; point < POINTS; point++) {
      double fit = 0;
      double h = 1 / n;
      for (int k = 0; k < p; k++) {
        double shrunk = f[point][k] * u[k];
        fit += shrunk * uy[k];
        h += shrunk * u[k];
      }
      double r = (y - meanLabel - fit) / Math.max(1e-6, 1 - out * h);
      errors[point] += weight * (r * r);
    }
  }

  /** The penalty of smallest error and its coefficients w = V diag(s/(s² + λ)) Uᵀy. */
  public PenaltyChoice choice(double[] errors) {
    int best = 0;
    for (int point = 1; point < POINTS; point++) {
      best = errors[point] < errors[best] ? point : best;
    }
    double[] w = new double[p];
    for (int k = 0; k < p; k++) {
      double factor = s[k] > 0 ? s[k] / (s[k] * s[k] + penalties[best]) * uy[k] : 0;
      for (int j = 0; j < p; j++) {
        w[j] += V[j * p + k] * factor;
      }
    }
    double intercept = meanLabel - Vectors.dot(mean, 0, w, 0, p);
    return new PenaltyChoice(intercept, w, errors[best] / n, 0, penalties[best] / n);
  }
}
