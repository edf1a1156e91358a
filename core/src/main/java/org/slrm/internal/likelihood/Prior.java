package org.slrm.internal.likelihood;

/**
 * What is assumed before the data speak, in scaled units.
 *
 * @param isotropic one noise for all features instead of one each
 * @param loadingPrecision precision λ of the loadings' prior N(0, 1/λ), 0 for none
 * @param noiseStrength pseudo-observations κ behind the noise prior
 * @param noiseMean what those say of the noise variance
 * @param noiseFloor no noise variance falls below it
 */
public record Prior(
    boolean isotropic,
    double loadingPrecision,
    double noiseStrength,
    double noiseMean,
    double noiseFloor) {
  /** Plain maximum likelihood. */
  public static Prior none(boolean isotropic) {
    return new Prior(isotropic, 0, 0, 0, 0);
  }

  /** Whether there is none but the floor. */
  boolean flat() {
    return loadingPrecision == 0 && noiseStrength == 0;
  }
}
