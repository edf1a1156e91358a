package org.slrm.paper.internal.algorithm.label;

import org.slrm.internal.label.Label;
import org.slrm.internal.label.LabelSteps;
import org.slrm.internal.linalg.Vectors;
import org.slrm.paper.internal.step.ProximalStep;
import org.slrm.paper.internal.step.RowCopies;

/**
 * The label's part of Algorithm 1. For numbers, (S-2) and (S-5) as in the paper, without an
 * intercept. Other labels, which the paper does not have, use the gradient g and curvature c of
 * half its deviance at η = b + wᵀα:
 *
 * <pre>
 * (S-2')  α = α₀ − z g/(1 + c wᵀz),   α₀ without label,   z = (λ1 U_ΩᵀU_Ω)⁻¹w
 * (S-5')  w ← soft(w − s(2gα + λ3 w), sλ2),   b ← b − 2sg,   s = min(η_t, 1/(2c(1 + ‖α‖²)))
 * </pre>
 *
 * A row of weight q makes one step equal to q successive steps without penalties (S-5q): with the
 * fraction u = 2c‖α‖²η, or 2c(1 + ‖α‖²)η with an intercept, of the row's error that a step removes,
 * c = 1 for a number,
 *
 * <pre>η(1 + (1 − u) + … + (1 − u)^{q−1}),   at most qη</pre>
 *
 * Holds the intercept: one per fit.
 */
public final class LabelStep {
  /** Doublings of the curvature before the code stays label-free. */
  private static final int MAX_DOUBLINGS = 60;

  private final Label kind;
  private final double lambda1;
  private final ProximalStep proximalStep;
  private double b;

  /** Starts with an intercept, which stays 0 for numbers. */
  public LabelStep(Label kind, double lambda1, ProximalStep proximalStep, double intercept) {
    this.kind = kind;
    this.lambda1 = lambda1;
    this.proximalStep = proximalStep;
    b = intercept;
  }

  /** The current b. */
  public double intercept() {
    return b;
  }

  /** λ1. */
  public double lambda1() {
    return lambda1;
  }

  /** Whether the paper's steps apply. */
  public boolean quadratic() {
    return kind.quadratic();
  }

  /** (S-2'): one Newton step from a label-free code along z, which is given times λ1. */
  public void move(double[] alpha, double[] z, double[] w, double y) {
    int d = w.length;
    double v = Vectors.dot(w, 0, z, 0, d) / lambda1;
    double step = newtonStep(y, b + Vectors.dot(w, 0, alpha, 0, d), v);
    Vectors.add(alpha, 0, -step / lambda1, z, 0, d);
  }

  /**
   * g/(1 + cv). The step moves η by δ = −v times this and increases the reconstruction error by
   * δ²/v: c is doubled until the sum of both does not rise.
   */
  private double newtonStep(double y, double eta, double v) {
    double g = kind.gradient(y, eta);
    double c = LabelSteps.curvature(kind, y, eta);
    double before = kind.deviance(y, eta);
    for (int k = 0; k < MAX_DOUBLINGS; k++) {
      double step = g / (1 + c * v);
      if (kind.deviance(y, eta - v * step) + v * step * step <= before) {
        return step;
      }
      c *= 2;
    }
    return 0;
  }

  /** Updates regressor and intercept by a row with this code and label and weight q. */
  public void regressor(double[] w, double[] alpha, double y, double eta, double q) {
    int d = w.length;
    if (kind.quadratic()) {
      double removed = 2 * eta * Vectors.dot(alpha, 0, alpha, 0, d);
      proximalStep.update(w, alpha, y, eta * RowCopies.ofStep(removed, q));
      return;
    }
    double fitted = Vectors.dot(w, 0, alpha, 0, d);
    double g = kind.gradient(y, b + fitted);
    double c = LabelSteps.curvature(kind, y, b + fitted);
    double steepness = 2 * c * (1 + Vectors.dot(alpha, 0, alpha, 0, d));
    double s = Math.min(eta * RowCopies.ofStep(steepness * eta, q), 1 / steepness);
    // (S-5) has the gradient of (S-5') for the label wᵀα − g.
    proximalStep.update(w, alpha, fitted - g, s);
    b -= 2 * s * g;
  }
}
