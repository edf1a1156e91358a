package org.slrm.internal.regression.family;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.slrm.internal.label.Label;
import org.slrm.internal.linalg.Decompositions;
import org.slrm.internal.linalg.Dense;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.SpdFactor;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.regression.ElasticNet;
import org.slrm.internal.regression.FoldedProblem;
import org.slrm.internal.regression.GramProblem;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.regression.TargetRows;

/**
 * Ridge regression with a loss that is not quadratic. The penalty is chosen by leave-one-out
 * deviance, approximated by one Newton step from the fit to all rows (E-7):
 *
 * <pre>
 * a_i = x̃_iᵀ (Σ h x̃x̃ᵀ + nλ3 I)⁻¹ x̃_i + 1/Σh,   η_i left out = η_i + g_i a_i / (1 − h_i a_i)
 * </pre>
 *
 * With more features than rows it works on as many directions as there are rows.
 */
final class LabelRidge {
  private static final double FIRST = 10;
  private static final double STEP = Math.sqrt(0.1);
  private static final double SMALLEST = 1e-6;

  /** Penalties in a row that may be worse before the search ends. */
  private static final int PATIENCE = 2;

  private static final double TOLERANCE = 1e-6;

  private final TargetRows rows;
  private final Label label;
  private final int p;
  private final double[] x;
  private final LabelProblem problem;

  private LabelRidge(double[] x, int p, TargetRows rows, Label label) {
    this.x = x;
    this.p = p;
    this.rows = rows;
    this.label = label;
    problem = LabelProblem.ofRows(label, x, p, rows.y(), rows.weights());
  }

  static PenaltyChoice of(FoldedProblem.Design design, TargetRows rows, Label label) {
    int p = design.columns();
    int n = rows.size();
    double[] x = design.rows(rows.rows());
    if (p < n) {
      return new LabelRidge(x, p, rows, label).choose();
    }
    Turned turned = Turned.of(x, n, p);
    PenaltyChoice c = new LabelRidge(turned.codes, turned.rank, rows, label).choose();
    double[] w = turned.back(c.w());
    double intercept = c.intercept() - Vectors.dot(turned.mean, 0, w, 0, p);
    return new PenaltyChoice(intercept, w, c.error(), c.l1(), c.l2());
  }

  /** Decreasing penalties until some in a row were worse. */
  private PenaltyChoice choose() {
    LabelNet net = new LabelNet(problem, new ElasticNet.Settings(false, TOLERANCE, 1000));
    if (!problem.varies() || p == 0) {
      return LabelChoice.onlyMean(rows, label, p);
    }
    double scale = curvature(net.eta());
    PenaltyChoice best = new PenaltyChoice(0, new double[p], Double.POSITIVE_INFINITY, 0, 0);
    int worse = 0;
    for (double ratio = FIRST; ratio > SMALLEST && worse < PATIENCE; ratio *= STEP) {
      double l2 = ratio * scale;
      net.descendTo(l2);
      double error = leaveOneOut(net.eta(), l2);
      worse = error < best.error() ? 0 : worse + 1;
      if (error < best.error()) {
        best = new PenaltyChoice(net.intercept(), net.coefficients(), error, 0, l2);
      }
    }
    return best;
  }

  /** Trace of the second derivatives: an upper bound of all curvatures. */
  private double curvature(double[] eta) {
    GramProblem moments = problem.moments(eta, all(), p);
    double sum = IntStream.range(0, p).mapToDouble(moments::variance).sum();
    return Math.max(sum * moments.weight(), 1e-300);
  }

  private int[] all() {
    return IntStream.range(0, p).toArray();
  }

  /** Mean deviance by (E-7). */
  private double leaveOneOut(double[] eta, double l2) {
    GramProblem moments = problem.moments(eta, all(), p);
    double n = problem.weight();
    double H = n * moments.weight();
    double[] packed = new double[Packed.length(p)];
    for (int j = 0, k = 0; j < p; j++) {
      for (int l = 0; l <= j; l++, k++) {
        packed[k] = H * moments.gram()[j * p + l] + (l == j ? n * l2 : 0);
      }
    }
    SpdFactor factor = new SpdFactor(p);
    factor.factorRidged(packed, 0);
    double[] u = new double[p];
    double sum = 0;
    for (int i = 0; i < rows.size(); i++) {
      int row = i;
      Arrays.setAll(u, j -> x[row * p + j] - moments.mean(j));
      factor.forward(u);
      double a = Vectors.dot(u, 0, u, 0, p) + 1 / H;
      sum += rows.weights()[i] * label.deviance(rows.y()[i], eta[i] + step(i, eta[i], a));
    }
    return sum / n;
  }

  /** One copy of a row is left out, or the whole row if its weight is below 1. */
  private double step(int i, double eta, double a) {
    double out = Math.min(1, rows.weights()[i]);
    double h = label.curvature(rows.y()[i], eta);
    return out * label.gradient(rows.y()[i], eta) * a / Math.max(1e-6, 1 - out * h * a);
  }

  /**
   * Rows in a basis of their span: X̃ = ZQᵀ, and wᵀw = θᵀθ for w = Qθ.
   *
   * @param codes Z
   * @param mean the mean of the rows
   * @param basis Q, features × rank
   */
  private record Turned(int rank, double[] codes, double[] mean, double[] basis) {
    static Turned of(double[] x, int n, int p) {
      double[] mean = new double[p];
      for (int i = 0; i < n; i++) {
        Vectors.add(mean, 0, 1.0 / n, x, i * p, p);
      }
      for (int i = 0; i < n; i++) {
        Vectors.add(x, i * p, -1, mean, 0, p);
      }
      Decompositions.Eigen eigen = Decompositions.symmetric(Dense.outer(x, n, p), n);
      double[] squares = eigen.values();
      int rank = 0;
      while (rank < n && squares[rank] > 1e-12 * squares[0]) {
        rank++;
      }
      double[] codes = new double[n * rank];
      double[] basis = new double[p * rank];
      double[] u = new double[rank];
      for (int i = 0; i < n; i++) {
        for (int k = 0; k < rank; k++) {
          double root = Math.sqrt(squares[k]);
          codes[i * rank + k] = eigen.vectors()[i * n + k] * root;
          u[k] = eigen.vectors()[i * n + k] / root;
        }
        for (int j = 0; j < p; j++) {
          Vectors.add(basis, j * rank, x[i * p + j], u, 0, rank);
        }
      }
      return new Turned(rank, codes, mean, basis);
    }

    double[] back(double[] theta) {
      double[] w = new double[mean.length];
      Arrays.setAll(w, j -> Vectors.dot(basis, j * rank, theta, 0, rank));
      return w;
    }
  }
}
