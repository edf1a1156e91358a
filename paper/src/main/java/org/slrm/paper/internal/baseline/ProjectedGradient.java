package org.slrm.paper.internal.baseline;

import java.util.Arrays;
import org.slrm.internal.linalg.Vectors;
import org.slrm.paper.internal.step.ProximalStep;

/**
 * Lowers βᵀΓβ − 2γᵀβ + λ‖β‖₁ over the ball ‖β‖₁ ≤ R by (W-2):
 *
 * <pre>β ← Π_R( soft(β − (Γβ − γ)/L, λ/2L) )</pre>
 *
 * If L is at least the largest absolute eigenvalue of Γ, the criterion never rises, even if it is
 * not convex.
 */
final class ProjectedGradient {
  private final double[] gamma;
  private final double[] cross;
  private final double L;
  private final double[] beta;
  private final double[] gradient;
  private boolean converged;
  private int steps;

  ProjectedGradient(double[] gamma, double[] cross, double L) {
    this.gamma = gamma;
    this.cross = cross;
    this.L = L;
    beta = new double[cross.length];
    gradient = new double[cross.length];
  }

  /** Descends from the current point, so that a decreasing path of penalties is cheap. */
  double[] descend(double lambda, double radius, double tolerance, int maxSteps) {
    double change = Double.POSITIVE_INFINITY;
    int step = 0;
    for (; step < maxSteps && change > tolerance; step++) {
      change = step(lambda, radius);
    }
    steps += step;
    converged = change <= tolerance;
    return beta;
  }

  /** One step; returns its length relative to β, both by their largest entries. */
  private double step(double lambda, double radius) {
    int D = beta.length;
    for (int j = 0; j < D; j++) {
      gradient[j] = -cross[j];
    }
    for (int k = 0; k < D; k++) {
      if (beta[k] != 0) {
        Vectors.add(gradient, 0, beta[k], gamma, k * D, D);
      }
    }
    double[] next = gradient;
    for (int j = 0; j < D; j++) {
      next[j] = ProximalStep.soft(beta[j] - gradient[j] / L, lambda / (2 * L));
    }
    project(next, radius);
    double change = 0;
    double size = 0;
    for (int j = 0; j < D; j++) {
      change = Math.max(change, Math.abs(next[j] - beta[j]));
      size = Math.max(size, Math.abs(next[j]));
      beta[j] = next[j];
    }
    return size > 0 ? change / size : 0;
  }

  /** βᵀΓβ − 2γᵀβ + λ‖β‖₁. */
  double objective(double lambda) {
    int D = beta.length;
    double sum = 0;
    for (int j = 0; j < D; j++) {
      double row = beta[j] == 0 ? 0 : Vectors.dot(gamma, j * D, beta, 0, D);
      sum += beta[j] * (row - 2 * cross[j]) + lambda * Math.abs(beta[j]);
    }
    return sum;
  }

  boolean converged() {
    return converged;
  }

  int steps() {
    return steps;
  }

  /** Projection on the ball ‖v‖₁ ≤ R: soft thresholding with the smallest sufficient level. */
  static void project(double[] v, double radius) {
    double norm = Arrays.stream(v).map(Math::abs).sum();
    if (norm <= radius) {
      return;
    }
    double[] sorted = Arrays.stream(v).map(a -> -Math.abs(a)).sorted().toArray();
    double sum = 0;
    double level = 0;
    for (int k = 0; k < sorted.length; k++) {
      sum -= sorted[k];
      double next = (sum - radius) / (k + 1);
      if (-sorted[k] <= next) {
        break;
      }
      level = next;
    }
    for (int j = 0; j < v.length; j++) {
      v[j] = ProximalStep.soft(v[j], level);
    }
  }
}
