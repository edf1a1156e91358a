package org.slrm.internal.regression;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.slrm.internal.linalg.Decompositions;
import org.slrm.internal.linalg.Dense;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.run.TrainingData;

/**
 * Ridge regression whose penalty is chosen by folds, for grouped rows: with single rows held out,
 * others of their group would predict them, and {@link RidgeChoice} would choose too small a
 * penalty. All penalties of a fold come from one decomposition, XᵀX = V diag(s) Vᵀ:
 *
 * <pre>
 * w = V diag(1/(s + nλ3)) Vᵀ Xᵀy,   or   w = Xᵀ U diag(1/(s + nλ3)) Uᵀy   with XXᵀ = U diag(s) Uᵀ
 * </pre>
 */
public final class FoldedRidge {
  /** Groups are assigned to the same folds by every caller. */
  private static final long SEED = 1;

  private FoldedRidge() {}

  /** Chooses for one target of the data on a design with a row for each of its rows. */
  public static PenaltyChoice of(FoldedProblem.Design design, TrainingData data, int target) {
    TargetRows rows = TargetRows.labelled(data, target, PenaltyChoice.folds(data, SEED));
    if (rows.folds() < 2) {
      return RidgeChoice.of(design, data, target);
    }
    Part all = Part.of(design, rows);
    double[] errors = new double[RidgePath.POINTS];
    for (int f = 0; f < rows.folds(); f++) {
      int fold = f;
      Part training = Part.of(design, rows.where(r -> rows.fold()[r] != fold));
      TargetRows heldOut = rows.where(r -> rows.fold()[r] == fold);
      evaluate(training, all, design.rows(heldOut.rows()), heldOut, errors);
    }
    int best = IntStream.range(0, errors.length).reduce(0, (a, b) -> errors[b] < errors[a] ? b : a);
    double[] w = all.coefficients(all.penalty(best));
    return new PenaltyChoice(all.intercept(w), w, errors[best] / all.total, 0, all.penalty(best));
  }

  /** Adds the weighted squared errors of held-out rows, penalty by penalty. */
  private static void evaluate(
      Part part, Part all, double[] x, TargetRows heldOut, double[] errors) {
    for (int point = 0; point < errors.length; point++) {
      double[] w = part.coefficients(all.penalty(point));
      double b = part.intercept(w);
      for (int r = 0; r < heldOut.size(); r++) {
        double e = heldOut.y()[r] - b - Vectors.dot(x, r * part.p, w, 0, part.p);
        errors[point] += heldOut.weights()[r] * e * e;
      }
    }
  }

  /** A decomposition of some of the rows, centred and times √w. */
  private static final class Part {
    private final int n;
    private final int p;
    private final double total;
    private final double[] x;
    private final double[] mean;
    private final double meanLabel;
    private final Decompositions.Eigen eigen;

    /** Vᵀ Xᵀy or Uᵀy. */
    private final double[] turned;

    private Part(double[] x, int p, double[] y, double[] weights) {
      n = y.length;
      this.p = p;
      this.x = x;
      total = Arrays.stream(weights).sum();
      mean = new double[p];
      for (int i = 0; i < n; i++) {
        Vectors.add(mean, 0, weights[i] / total, x, i * p, p);
      }
      meanLabel = IntStream.range(0, n).mapToDouble(i -> weights[i] * y[i]).sum() / total;
      double[] label = new double[n];
      for (int i = 0; i < n; i++) {
        double root = Math.sqrt(weights[i]);
        label[i] = root * (y[i] - meanLabel);
        for (int j = 0; j < p; j++) {
          x[i * p + j] = root * (x[i * p + j] - mean[j]);
        }
      }
      int d = Math.min(n, p);
      eigen = Decompositions.symmetric(n > p ? inner() : Dense.outer(x, n, p), d);
      double[] of = label;
      if (n > p) {
        of = new double[p];
        for (int i = 0; i < n; i++) {
          Vectors.add(of, 0, label[i], x, i * p, p);
        }
      }
      turned = new double[d];
      for (int i = 0; i < d; i++) {
        Vectors.add(turned, 0, of[i], eigen.vectors(), i * d, d);
      }
    }

    static Part of(FoldedProblem.Design design, TargetRows rows) {
      return new Part(design.rows(rows.rows()), design.columns(), rows.y(), rows.weights());
    }

    /** λ3 of a point, decreasing from the largest eigenvalue. */
    double penalty(int point) {
      double largest = Math.max(eigen.values()[0], 1e-300) / total;
      double step = point / (RidgePath.POINTS - 1.0);
      return 10 * largest * Math.pow(RidgePath.SMALLEST / 10, step);
    }

    double[] coefficients(double penalty) {
      int d = turned.length;
      double[] at = new double[d];
      for (int i = 0; i < d; i++) {
        for (int k = 0; k < d; k++) {
          double s = Math.max(0, eigen.values()[k]);
          at[i] += eigen.vectors()[i * d + k] * turned[k] / (s + total * penalty);
        }
      }
      if (n > p) {
        return at;
      }
      double[] w = new double[p];
      for (int i = 0; i < n; i++) {
        Vectors.add(w, 0, at[i], x, i * p, p);
      }
      return w;
    }

    double intercept(double[] w) {
      return meanLabel - Vectors.dot(mean, 0, w, 0, p);
    }

    private double[] inner() {
      double[] g = new double[p * p];
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < p; j++) {
          Vectors.add(g, j * p, x[i * p + j], x, i * p, p);
        }
      }
      return g;
    }
  }
}
