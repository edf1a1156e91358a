package org.slrm.internal.regression;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.slrm.internal.linalg.Decompositions;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.run.TrainingData;

/**
 * Ridge regression whose penalty is chosen by leave-one-out error, exact and for all penalties from
 * one decomposition. With centred X = U diag(s) Vᵀ and f_k = s_k²/(s_k² + nλ3):
 *
 * <pre>ŷ = U diag(f) Uᵀy,   h_i = 1/n + Σ_k f_k U_ik²,   leave-one-out error r_i / (1 − h_i)</pre>
 *
 * A row of weight w equals w rows: n is the sum of weights, rows of X and y are multiplied by √w,
 * h_i is the leverage of one of the w rows, and one of them is left out (the whole row if w is
 * below 1).
 */
public final class RidgeChoice {
  /** With more features, and many rows, an eigenproblem takes too long. */
  private static final int MAX_FOR_DECOMPOSITION = 150;

  private static final int MANY = 1000;

  private final int n;
  private final double total;
  private final int p;
  private final double[] x;
  private final double[] mean;
  private final double[] y;
  private final double[] weights;
  private final double meanLabel;

  private RidgeChoice(double[] x, int p, double[] y, double[] weights) {
    n = y.length;
    this.weights = weights;
    total = Arrays.stream(weights).sum();
    this.p = p;
    this.x = x;
    this.y = y.clone();
    mean = new double[p];
    for (int i = 0; i < n; i++) {
      Vectors.add(mean, 0, weights[i] / total, x, i * p, p);
    }
    for (int i = 0; i < n; i++) {
      Vectors.add(x, i * p, -1, mean, 0, p);
    }
    meanLabel = IntStream.range(0, n).mapToDouble(i -> weights[i] * y[i]).sum() / total;
    for (int i = 0; i < n; i++) {
      this.y[i] -= meanLabel;
    }
  }

  /** Chooses the penalty of one target on a design with a row for each row of the data. */
  public static PenaltyChoice of(FoldedProblem.Design design, TrainingData data, int target) {
    TargetRows rows = TargetRows.labelled(data, target, new int[data.x().rows()]);
    if (rows.size() == 0) {
      return new PenaltyChoice(0, new double[design.columns()], 1, 0, 0);
    }
    RidgeChoice choice =
        new RidgeChoice(design.rows(rows.rows()), design.columns(), rows.y(), rows.weights());
    return choice.n > choice.p ? choice.byMoments() : choice.byRows();
  }

  private PenaltyChoice byMoments() {
    GramProblem moments = GramProblem.ofRows(x, p, y, weights);
    PenaltyChoice c =
        p > MAX_FOR_DECOMPOSITION && n >= MANY ? MomentRidge.of(moments) : byDecomposition(moments);
    double intercept = c.intercept() + meanLabel - Vectors.dot(mean, 0, c.w(), 0, p);
    return new PenaltyChoice(intercept, c.w(), c.error(), c.l1(), c.l2());
  }

  private PenaltyChoice byDecomposition(GramProblem moments) {
    RidgePath path = new RidgePath(moments);
    double[] errors = new double[RidgePath.POINTS];
    for (int i = 0; i < n; i++) {
      path.heldOut(x, i * p, y[i], weights[i], errors);
    }
    return path.choice(errors);
  }

  private PenaltyChoice byRows() {
    int k = n;
    Decompositions.Eigen eigen = Decompositions.symmetric(outer(), k);
    double[] U = eigen.vectors();
    double[] square = eigen.values();
    double[] uy = new double[k];
    for (int i = 0; i < n; i++) {
      Vectors.add(uy, 0, root(i) * y[i], U, i * k, k);
    }
    double best = Double.POSITIVE_INFINITY;
    double chosen = 0;
    double[] f = new double[k];
    double largest = Math.max(square[0], 1e-300);
    for (int point = 0; point < RidgePath.POINTS; point++) {
      double penalty =
          10 * largest * Math.pow(RidgePath.SMALLEST / 10, point / (RidgePath.POINTS - 1.0));
      double error = leaveOneOut(U, uy, shrinkage(square, penalty, f), k);
      if (error < best) {
        best = error;
        chosen = penalty;
      }
    }
    double[] w = coefficients(eigen, uy, chosen);
    double intercept = meanLabel - Vectors.dot(mean, 0, w, 0, p);
    return new PenaltyChoice(intercept, w, best, 0, chosen / total);
  }

  private static double[] shrinkage(double[] square, double penalty, double[] f) {
    for (int k = 0; k < f.length; k++) {
      double s = Math.max(0, square[k]);
      f[k] = s / (s + penalty);
    }
    return f;
  }

  private double leaveOneOut(double[] U, double[] uy, double[] f, int k) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
      double fit = 0;
      double h = weights[i] / total;
      for (int c = 0; c < k; c++) {
        double u = U[i * k + c];
        fit += f[c] * u * uy[c];
        h += f[c] * u * u;
      }
      double r = (root(i) * y[i] - fit) / Math.max(1e-6, 1 - h / Math.max(1, weights[i]));
      sum += r * r;
    }
    return sum / total;
  }

  /** w = Xᵀ U diag(1/(s² + λ)) Uᵀy. */
  private double[] coefficients(Decompositions.Eigen eigen, double[] uy, double penalty) {
    int k = uy.length;
    double[] w = new double[p];
    for (int i = 0; i < n; i++) {
      double dual = 0;
      for (int c = 0; c < k; c++) {
        dual += eigen.vectors()[i * k + c] * uy[c] / (Math.max(0, eigen.values()[c]) + penalty);
      }
      Vectors.add(w, 0, root(i) * dual, x, i * p, p);
    }
    return w;
  }

  private double root(int i) {
    return Math.sqrt(weights[i]);
  }

  /** XXᵀ, rows times √w. */
  private double[] outer() {
    double[] g = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int l = 0; l <= i; l++) {
        g[i * n + l] = root(i) * root(l) * Vectors.dot(x, i * p, x, l * p, p);
        g[l * n + i] = g[i * n + l];
      }
    }
    return g;
  }
}
