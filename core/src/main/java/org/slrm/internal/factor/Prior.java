package org.slrm.internal.factor;

import java.io.Serializable;
import java.util.Arrays;

/**
 * The prior, in scaled units.
 *
 * @param isotropic one noise variance for all features instead of one each
 * @param loadingPrecision precision λ of the loadings' prior N(0, 1/λ), 0 for none
 * @param noiseStrength pseudo-observations κ behind the noise prior
 * @param noiseMean noise variance of these pseudo-observations
 * @param noiseFloor smallest noise variance
 */
public record Prior(
    boolean isotropic,
    double loadingPrecision,
    double noiseStrength,
    double noiseMean,
    double noiseFloor)
    implements Serializable {
  /** Plain maximum likelihood. */
  public static Prior none(boolean isotropic) {
    return new Prior(isotropic, 0, 0, 0, 0);
  }

  /** Whether it has no effect except the floor. */
  public boolean flat() {
    return loadingPrecision == 0 && noiseStrength == 0;
  }

  /** log p(V) + log p(ψ), up to constants. */
  public double logDensity(Factors f, int features) {
    double sum = 0;
    for (int k = 0; k < f.V().length; k++) {
      double v = f.V()[k];
      sum -= 0.5 * loadingPrecision / f.label(k / f.d()).spread() * v * v;
    }
    for (int j = isotropic ? features - 1 : 0; noiseStrength > 0 && j < f.columns(); j++) {
      sum -= noiseStrength / 2 * (Math.log(f.psi()[j]) + noiseMean / f.psi()[j]);
    }
    return sum;
  }

  /** The nearest parameters with a common noise variance if isotropic, none below the floor. */
  public Factors constrained(Factors f, int features) {
    double[] psi = f.psi().clone();
    double pooled = Arrays.stream(psi, 0, features).average().orElse(1);
    for (int j = 0; j < psi.length; j++) {
      psi[j] = isotropic && j < features ? pooled : psi[j];
      psi[j] = Math.max(psi[j], Math.max(noiseFloor, Double.MIN_NORMAL));
    }
    return new Factors(f.d(), f.mu(), f.V(), psi, f.labels());
  }
}
