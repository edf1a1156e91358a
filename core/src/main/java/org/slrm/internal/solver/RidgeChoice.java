package org.slrm.internal.solver;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.slrm.internal.TrainingData;
import org.slrm.internal.linalg.Decompositions;
import org.slrm.internal.linalg.Vectors;

/**
 * Ridge regression whose penalty is chosen by leave-one-out error, exact and for all penalties from
 * one decomposition. With centred X = U diag(s) Vᵀ and f_k = s_k²/(s_k² + nλ3):
 *
 * <pre>ŷ = U diag(f) Uᵀy,   h_i = 1/n + Σ_k f_k U_ik²,   error left out r_i / (1 − h_i)</pre>
 */
public final class RidgeChoice {
  private static final int POINTS = 40;
  private static final double SMALLEST = 1e-5;

  private final int n;
  private final int p;
  private final double[] x;
  private final double[] mean;
  private final double[] y;
  private final double meanLabel;

  private RidgeChoice(double[] x, int p, double[] y) {
    n = y.length;
    this.p = p;
    this.x = x;
    this.y = y.clone();
    mean = new double[p];
    for (int i = 0; i < n; i++) {
      Vectors.add(mean, 0, 1.0 / n, x, i * p, p);
    }
    for (int i = 0; i < n; i++) {
      Vectors.add(x, i * p, -1, mean, 0, p);
    }
    meanLabel = Arrays.stream(y).average().orElse(0);
    for (int i = 0; i < n; i++) {
      this.y[i] -= meanLabel;
    }
  }

  /** Chooses for one target of the data on a design with a row for each of its rows. */
  public static PenaltyChoice of(FoldedProblem.Design design, TrainingData data, int target) {
    int[] rows =
        IntStream.range(0, data.y().rows())
            .filter(i -> !Double.isNaN(data.label(i, target)) && data.weight(i) > 0)
            .toArray();
    double[] y = Arrays.stream(rows).mapToDouble(i -> data.label(i, target)).toArray();
    return new RidgeChoice(design.rows(rows), design.columns(), y).choose();
  }

  private PenaltyChoice choose() {
    boolean tall = n > p;
    int k = Math.min(n, p);
    Decompositions.Eigen eigen = Decompositions.symmetric(tall ? inner() : outer(), k);
    double[] U = tall ? leftVectors(eigen) : eigen.vectors();
    double[] square = eigen.values();
    double[] uy = new double[k];
    for (int i = 0; i < n; i++) {
      Vectors.add(uy, 0, y[i], U, i * k, k);
    }
    double best = Double.POSITIVE_INFINITY;
    double chosen = 0;
    double[] f = new double[k];
    double largest = Math.max(square[0], 1e-300);
    for (int point = 0; point < POINTS; point++) {
      double penalty = 10 * largest * Math.pow(SMALLEST / 10, point / (POINTS - 1.0));
      double error = leftOut(U, uy, shrinkage(square, penalty, f), k);
      if (error < best) {
        best = error;
        chosen = penalty;
      }
    }
    double[] w = coefficients(eigen, tall, uy, chosen);
    double intercept = meanLabel - Vectors.dot(mean, 0, w, 0, p);
    return new PenaltyChoice(intercept, w, best, 0, chosen / n);
  }

  private static double[] shrinkage(double[] square, double penalty, double[] f) {
    for (int k = 0; k < f.length; k++) {
      double s = Math.max(0, square[k]);
      f[k] = s / (s + penalty);
    }
    return f;
  }

  private double leftOut(double[] U, double[] uy, double[] f, int k) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
      double fit = 0;
      double h = 1.0 / n;
      for (int c = 0; c < k; c++) {
        double u = U[i * k + c];
        fit += f[c] * u * uy[c];
        h += f[c] * u * u;
      }
      double r = (y[i] - fit) / Math.max(1e-6, 1 - h);
      sum += r * r;
    }
    return sum / n;
  }

  /** w = V diag(s/(s² + λ)) Uᵀy, written through whichever side was decomposed. */
  private double[] coefficients(
      Decompositions.Eigen eigen, boolean tall, double[] uy, double penalty) {
    int k = uy.length;
    double[] w = new double[p];
    if (tall) {
      for (int c = 0; c < k; c++) {
        double s = Math.sqrt(Math.max(0, eigen.values()[c]));
        for (int j = 0; j < p; j++) {
          w[j] += eigen.vectors()[j * k + c] * s / (s * s + penalty) * uy[c];
        }
      }
      return w;
    }
    // w = Xᵀ U diag(1/(s² + λ)) Uᵀy
    for (int i = 0; i < n; i++) {
      double dual = 0;
      for (int c = 0; c < k; c++) {
        dual += eigen.vectors()[i * k + c] * uy[c] / (Math.max(0, eigen.values()[c]) + penalty);
      }
      Vectors.add(w, 0, dual, x, i * p, p);
    }
    return w;
  }

  /** XᵀX. */
  private double[] inner() {
    double[] g = new double[p * p];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < p; j++) {
        Vectors.add(g, j * p, x[i * p + j], x, i * p, p);
      }
    }
    return g;
  }

  /** XXᵀ. */
  private double[] outer() {
    double[] g = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int l = 0; l <= i; l++) {
        g[i * n + l] = Vectors.dot(x, i * p, x, l * p, p);
        g[l * n + i] = g[i * n + l];
      }
    }
    return g;
  }

  /** U = X V diag(1/s). */
  private double[] leftVectors(Decompositions.Eigen eigen) {
    double[] U = new double[n * p];
    double floor = 1e-12 * Math.max(eigen.values()[0], 1e-300);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < p; j++) {
        Vectors.add(U, i * p, x[i * p + j], eigen.vectors(), j * p, p);
      }
      for (int c = 0; c < p; c++) {
        double s2 = eigen.values()[c];
        U[i * p + c] = s2 > floor ? U[i * p + c] / Math.sqrt(s2) : 0;
      }
    }
    return U;
  }
}
