package org.slrm.paper.internal.algorithm.label;

import org.slrm.internal.label.Label;
import org.slrm.internal.label.LabelSteps;
import org.slrm.internal.linalg.Vectors;
import org.slrm.paper.internal.step.ProximalStep;
import org.slrm.paper.internal.step.RowCopies;

/**
 * A label's part in Algorithm 1. Half the deviance of a number is a parabola: (S-2) and (S-5), as
 * the paper has them, without an intercept. Any other label, which the paper does not have, takes
 * part by gradient g and curvature c of half its deviance at η = b + wᵀα:
 *
 * <pre>
 * (S-2')  α = α₀ − z g/(1 + c wᵀz),   α₀ without label,   z = (λ1 U_ΩᵀU_Ω)⁻¹w
 * (S-5')  w ← soft(w − s(2gα + λ3 w), sλ2),   b ← b − 2sg,   s = min(η_t, 1/(2c(1 + ‖α‖²)))
 * </pre>
 *
 * A row that counts q times makes one step as long as q steps would lead on their own, without
 * penalties (S-5q): with the share u = 2c‖α‖²η, or 2c(1 + ‖α‖²)η with an intercept, that a step
 * takes of the row's error, c = 1 for a number,
 *
 * <pre>η(1 + (1 − u) + … + (1 − u)^{q−1}),   at most qη</pre>
 *
 * Keeps its intercept: one per fit.
 */
public final class LabelStep {
  /** Doublings of the curvature before a code stays without its label. */
  private static final int MOST_DOUBLINGS = 60;

  private final Label kind;
  private final double lambda1;
  private final ProximalStep proximalStep;
  private double b;

  /** Begins with an intercept, which a number leaves as it is. */
  public LabelStep(Label kind, double lambda1, ProximalStep proximalStep, double intercept) {
    this.kind = kind;
    this.lambda1 = lambda1;
    this.proximalStep = proximalStep;
    b = intercept;
  }

  /** b, as it stands. */
  public double intercept() {
    return b;
  }

  /** λ1. */
  public double lambda1() {
    return lambda1;
  }

  /** Whether the paper's own steps are the label's. */
  public boolean quadratic() {
    return kind.quadratic();
  }

  /** (S-2'): one Newton step from a code without label, along z, which is given times λ1. */
  public void move(double[] alpha, double[] z, double[] w, double y) {
    int d = w.length;
    double v = Vectors.dot(w, 0, z, 0, d) / lambda1;
    double share = share(y, b + Vectors.dot(w, 0, alpha, 0, d), v);
    Vectors.add(alpha, 0, -share / lambda1, z, 0, d);
  }

  /**
   * g/(1 + cv). The step moves η by δ = −v times this, at the price δ²/v of a worse reconstruction:
   * c is doubled until deviance and price together do not rise.
   */
  private double share(double y, double eta, double v) {
    double g = kind.gradient(y, eta);
    double c = LabelSteps.curvature(kind, y, eta);
    double before = kind.deviance(y, eta);
    for (int k = 0; k < MOST_DOUBLINGS; k++) {
      double share = g / (1 + c * v);
      if (kind.deviance(y, eta - v * share) + v * share * share <= before) {
        return share;
      }
      c *= 2;
    }
    return 0;
  }

  /** Moves regressor and intercept by a row with this code and label that counts q times. */
  public void regressor(double[] w, double[] alpha, double y, double eta, double q) {
    int d = w.length;
    if (kind.quadratic()) {
      double share = 2 * eta * Vectors.dot(alpha, 0, alpha, 0, d);
      proximalStep.update(w, alpha, y, eta * RowCopies.ofStep(share, q));
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
