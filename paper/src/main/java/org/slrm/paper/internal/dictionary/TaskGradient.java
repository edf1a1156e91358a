package org.slrm.paper.internal.dictionary;

import org.slrm.internal.label.Label;
import org.slrm.internal.label.LabelSteps;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.run.TrainingData;

/**
 * The gradient of a row's loss in D, w and b (Z-9). Near a row the active set is constant, so the
 * code is differentiable in D, and the chain rule gives, on the row's observed features,
 *
 * <pre>
 * g = half the deviance's slope at η = b + wᵀα,   β_Λ = M Σ_t g_t w_tΛ,   β = 0 elsewhere
 * ∇_D = −Dβαᵀ + (x − Dα)βᵀ,   ∇_w = gα,   ∇_b = g
 * </pre>
 *
 * Sums up over rows. One per block of rows.
 */
final class TaskGradient {
  final double[] D;
  final double[] w;
  final double[] b;
  private final SparseCodeStep step;
  private final int K;
  private final double[] dictionary;
  private final double[] beta;
  private final double[] last;
  private double squares;

  /**
   * Sums of 0.
   *
   * @param last a guess of the code of each row, replaced by its code; zeros without one
   */
  TaskGradient(Dictionary dictionary, int targets, double[] last) {
    this.last = last;
    K = dictionary.atoms();
    this.dictionary = dictionary.D();
    step = new SparseCodeStep(dictionary);
    D = new double[this.dictionary.length];
    w = new double[targets * K];
    b = new double[targets];
    beta = new double[K];
  }

  /**
   * Adds a row's gradient.
   *
   * @param supervision μ: weight of the label's loss; the rest is that of (Z-1)
   */
  void add(TrainingData data, int i, CodeRegressors at, double supervision) {
    SparseCodes.Row row = new SparseCodes.Row(data.x(), i);
    step.pattern(row.observed(), row.observed().length);
    step.row(row.z(), last, i * K);
    System.arraycopy(step.code(), 0, last, i * K, K);
    double q = data.weight(i);
    labels(data, i, at, q * supervision);
    step.solve(beta);
    double reconstruction = q * (1 - supervision);
    for (int e = 0; e < row.z().length; e++) {
      int j = row.observed()[e] * K;
      double left = step.residual(row.z(), e);
      double change = 0;
      for (int a = 0; a < step.size(); a++) {
        change += dictionary[j + step.active()[a]] * beta[a];
      }
      for (int a = 0; a < step.size(); a++) {
        int k = step.active()[a];
        double alpha = step.code()[k];
        D[j + k] += left * beta[a] - change * alpha - reconstruction * left * alpha;
      }
    }
  }

  /** Writes Σ_t g_t w_t on the active set, in its order, to β; adds gradients of w and b. */
  private void labels(TrainingData data, int i, CodeRegressors at, double q) {
    double[] alpha = step.code();
    java.util.Arrays.fill(beta, 0);
    for (int t = 0; t < b.length; t++) {
      double y = data.label(i, t);
      if (!Double.isNaN(y)) {
        Label kind = data.kind(t);
        double eta = at.eta(t, alpha, 0);
        double g = q * kind.gradient(y, eta);
        b[t] += g;
        Vectors.add(w, t * K, g, alpha, 0, K);
        for (int a = 0; a < step.size(); a++) {
          beta[a] += g * at.w()[t * K + step.active()[a]];
        }
        double c = q * LabelSteps.curvature(kind, y, eta);
        squares += c * (1 + Vectors.dot(alpha, 0, alpha, 0, K));
      }
    }
  }

  /** Σ qc(1 + ‖α‖²) over labels of curvature c: it limits the steps of w and b. */
  double squares() {
    return squares;
  }

  void clear() {
    java.util.Arrays.fill(D, 0);
    java.util.Arrays.fill(w, 0);
    java.util.Arrays.fill(b, 0);
    squares = 0;
  }

  /** Adds another block's sums. */
  void add(TaskGradient other) {
    Vectors.add(D, 0, 1, other.D, 0, D.length);
    Vectors.add(w, 0, 1, other.w, 0, w.length);
    Vectors.add(b, 0, 1, other.b, 0, b.length);
    squares += other.squares;
  }
}
