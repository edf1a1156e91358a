package org.slrm.internal.likelihood;

/**
 * What is assumed before the data speak.
 *
 * @param isotropic one noise for all features instead of one each
 * @param uncertainLoadings whether loadings keep a posterior covariance (variational) or are point
 *     estimates
 * @param loadingStrength starting precision of the loadings' prior; 0 for none. With uncertain
 *     loadings it is learnt
 * @param noiseStrength pseudo-observations behind the noise prior
 * @param noiseMean what those say
 * @param noiseFloor no noise variance falls below it
 */
public record Prior(
    boolean isotropic,
    boolean uncertainLoadings,
    double loadingStrength,
    double noiseStrength,
    double noiseMean,
    double noiseFloor) {
  /** Plain maximum likelihood. */
  public static Prior none(boolean isotropic) {
    return new Prior(isotropic, false, 0, 0, 0, 0);
  }
}
