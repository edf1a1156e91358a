package org.slrm.internal.regression.family;

import java.util.List;
import org.slrm.internal.regression.RegressionProblem;

/**
 * Least-squares problems of several targets on the same features, each on its own rows, for
 * penalties that targets share. Matrices have a row per feature, {@code [j * T + t]}.
 */
final class JointTargets {
  final int p;
  final int T;

  /** Sum of the targets' label variances. */
  final double yy;

  /** g at W = 0: c_jt. */
  final double[] c;

  private final List<? extends RegressionProblem> each;

  JointTargets(List<? extends RegressionProblem> each) {
    this.each = each;
    T = each.size();
    p = each.get(0).features();
    yy = each.stream().mapToDouble(RegressionProblem::labelVariance).sum();
    c = new double[p * T];
    new Slopes().writeTo(c);
  }

  /** s_j: 0 for a feature that does not vary, else its deviation over targets, or 1. */
  double[] scales(boolean standardize) {
    double[] s = new double[p];
    for (int j = 0; j < p; j++) {
      double square = 0;
      double mean = 0;
      for (RegressionProblem problem : each) {
        square += problem.variance(j) / T;
        mean = Math.max(mean, Math.abs(problem.mean(j)));
      }
      boolean varies = Math.sqrt(square) > 1e-12 * mean;
      s[j] = !varies ? 0 : standardize ? Math.sqrt(square) : 1;
    }
    return s;
  }

  /** L_j = max_t G_jj: an upper bound of the curvature along feature j. */
  double[] curvatures() {
    double[] L = new double[p];
    for (int j = 0; j < p; j++) {
      for (RegressionProblem problem : each) {
        L[j] = Math.max(L[j], problem.variance(j));
      }
    }
    return L;
  }

  /** b_t of given coefficients. */
  double[] intercepts(double[] w) {
    double[] b = new double[T];
    for (int t = 0; t < T; t++) {
      b[t] = each.get(t).meanLabel();
      for (int j = 0; j < p; j++) {
        b[t] -= w[j * T + t] != 0 ? w[j * T + t] * each.get(t).mean(j) : 0;
      }
    }
    return b;
  }

  /** Coefficients target after target. */
  double[] byTarget(double[] w) {
    double[] out = new double[w.length];
    for (int j = 0; j < p; j++) {
      for (int t = 0; t < T; t++) {
        out[t * p + j] = w[j * T + t];
      }
    }
    return out;
  }

  /** Least squares of each target. */
  double[] leastSquares() {
    double[] w = new double[p * T];
    for (int t = 0; t < T; t++) {
      double[] solution = each.get(t).leastSquares();
      for (int j = 0; j < p; j++) {
        w[j * T + t] = solution[j];
      }
    }
    return w;
  }

  /** Gradients of all targets, updated as W changes. */
  final class Slopes {
    private final RegressionProblem.Gradient[] of =
        each.stream().map(RegressionProblem::gradient).toArray(RegressionProblem.Gradient[]::new);
    private final double[] column = new double[p];

    double at(int j, int t) {
      return of[t].at(j);
    }

    void move(int j, int t, double delta) {
      of[t].move(j, delta);
    }

    void writeTo(double[] out) {
      for (int t = 0; t < T; t++) {
        of[t].writeTo(column);
        for (int j = 0; j < p; j++) {
          out[j * T + t] = column[j];
        }
      }
    }
  }

  /**
   * (E-3) for several targets and a norm Ω of SW: the dual point is ν times the residuals, ν such
   * that Ω's dual norm of S⁻¹(g − λ3 S²W) is at most λ.
   *
   * @param yr Σ y r over all targets
   * @param wg Σ w g
   * @param ridge λ3 ‖SW‖²
   * @param penalty λ Ω(SW)
   * @param limit the largest ν
   */
  static double gap(double yr, double wg, double ridge, double penalty, double limit) {
    double rr = Math.max(0, yr - wg) + ridge;
    double nu = rr > 0 ? Math.min(limit, yr / rr) : 0;
    return Math.max(0, rr / 2 + penalty - nu * yr + nu * nu * rr / 2);
  }
}
