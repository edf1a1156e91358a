package org.slrm.internal.factor;

import java.util.Arrays;

/**
 * Squared extrapolation (SQUAREM, step length S3) from three successive states, over means,
 * loadings and log noises:
 *
 * <pre>r = θ1 − θ0,  v = (θ2 − θ1) − r,  s = −‖r‖/‖v‖,  θ = θ0 − 2sr + s²v</pre>
 *
 * A noise variance changes at most tenfold, because the objective loses precision beyond that.
 */
public final class ParameterExtrapolation {
  private ParameterExtrapolation() {}

  /** The extrapolated state, or the last one where no step is possible. */
  public static Factors squared(Factors s0, Factors s1, Factors s2) {
    double[] t0 = vector(s0);
    double[] t1 = vector(s1);
    double[] t2 = vector(s2);
    double rr = 0;
    double vv = 0;
    for (int k = 0; k < t0.length; k++) {
      double r = t1[k] - t0[k];
      double v = t2[k] - t1[k] - r;
      rr += r * r;
      vv += v * v;
    }
    double step = vv > 0 ? -Math.sqrt(rr / vv) : -1;
    if (!(step < -1)) {
      return s2;
    }
    for (int k = 0; k < t0.length; k++) {
      double r = t1[k] - t0[k];
      double v = t2[k] - t1[k] - r;
      t0[k] += -2 * step * r + step * step * v;
    }
    return factors(t0, s2);
  }

  private static double[] vector(Factors f) {
    int p = f.columns();
    double[] out = new double[2 * p + f.V().length];
    System.arraycopy(f.mu(), 0, out, 0, p);
    System.arraycopy(f.V(), 0, out, p, f.V().length);
    for (int j = 0; j < p; j++) {
      out[p + f.V().length + j] = Math.log(f.psi()[j]);
    }
    return out;
  }

  private static Factors factors(double[] t, Factors like) {
    int p = like.columns();
    double[] mu = Arrays.copyOf(t, p);
    double[] V = Arrays.copyOfRange(t, p, p + like.V().length);
    double[] psi = new double[p];
    for (int j = 0; j < p; j++) {
      double proposed = Math.exp(t[p + V.length + j]);
      psi[j] = Math.min(Math.max(proposed, like.psi()[j] / 10), like.psi()[j] * 10);
    }
    return new Factors(like.d(), mu, V, psi, like.labels());
  }
}
