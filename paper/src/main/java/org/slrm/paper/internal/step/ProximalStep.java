package org.slrm.paper.internal.step;

/**
 * One stochastic proximal step of the regressor (S-5):
 *
 * <pre>w ← soft(w − η(2(αᵀw − y)α + λ3 w), ηλ2)</pre>
 *
 * The paper writes λ3 w where the gradient of λ3‖w‖² is 2λ3 w; its form is used.
 */
public record ProximalStep(double lambda2, double lambda3) {
  /** Updates w with the row of factor scores alpha and label y. */
  public void update(double[] w, double[] alpha, double y, double eta) {
    double residual = -y;
    for (int c = 0; c < w.length; c++) {
      residual += alpha[c] * w[c];
    }
    for (int c = 0; c < w.length; c++) {
      w[c] = soft(w[c] - eta * (2 * residual * alpha[c] + lambda3 * w[c]), eta * lambda2);
    }
  }

  /** soft(z, t) = sign(z) max(|z| − t, 0). */
  public static double soft(double z, double t) {
    return Math.signum(z) * Math.max(Math.abs(z) - t, 0);
  }
}
