package org.slrm.internal.kernel;

import org.slrm.internal.linalg.Vectors;

/**
 * A function of q inputs: f(u) = b + Σ_l α_l k(s∘u, c_l) (H-2), where s scales each input by its
 * relevance, with slope
 *
 * <pre>∇f(u) = s ∘ Σ_l α_l (c_l/q − γ exp(−‖s∘u − c_l‖²/2ℓ²) (s∘u − c_l)/ℓ²)</pre>
 *
 * Immutable; centres are shared.
 *
 * @param kernel k
 * @param scales s
 * @param centres the c_l, scaled, one after another
 * @param squares ‖c_l‖²
 * @param intercept b
 * @param alpha weights of the centres
 */
record KernelRidge(
    Kernel kernel,
    double[] scales,
    double[] centres,
    double[] squares,
    double intercept,
    double[] alpha)
    implements Surface {
  /** A function with centres at rows of scaled inputs. */
  static KernelRidge of(Kernel k, double[] scales, KernelRows at, double mean, double[] alpha) {
    return new KernelRidge(k, scales, at.inputs(), at.squares(), mean, alpha);
  }

  /** A constant function: a single centre of weight 0. */
  static KernelRidge constant(double value, int q) {
    double[] none = new double[q];
    return new KernelRidge(new Kernel(0, 0, 1), none, none, new double[1], value, new double[1]);
  }

  @Override
  public double value(double[] u) {
    int q = scales.length;
    double[] v = scaled(u);
    double vv = Vectors.dot(v, 0, v, 0, q);
    double sum = intercept;
    for (int l = 0; l < alpha.length; l++) {
      double dot = Vectors.dot(v, 0, centres, l * q, q);
      double gaussian = kernel.gaussian(Kernel.squaredDistance(vv, squares[l], dot));
      sum += alpha[l] * kernel.withGaussian(dot, gaussian);
    }
    return sum;
  }

  private double[] scaled(double[] u) {
    double[] out = new double[scales.length];
    for (int j = 0; j < out.length; j++) {
      out[j] = scales[j] * u[j];
    }
    return out;
  }

  @Override
  public double addSlope(double[] u, double factor, double[] out) {
    int q = scales.length;
    double[] v = scaled(u);
    double vv = Vectors.dot(v, 0, v, 0, q);
    double[] weight = new double[alpha.length];
    double along = 0;
    double value = intercept;
    for (int l = 0; l < alpha.length; l++) {
      double dot = Vectors.dot(v, 0, centres, l * q, q);
      double gaussian = kernel.gaussian(Kernel.squaredDistance(vv, squares[l], dot));
      value += alpha[l] * kernel.withGaussian(dot, gaussian);
      double pull = alpha[l] * gaussian / kernel.squaredLength();
      along += pull;
      weight[l] = alpha[l] * kernel.line() + pull;
    }
    double[] slope = new double[q];
    Vectors.addRows(slope, weight, centres);
    for (int j = 0; j < q; j++) {
      out[j] += factor * scales[j] * (slope[j] - along * v[j]);
    }
    return value;
  }
}
