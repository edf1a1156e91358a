package org.slrm.method;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.slrm.internal.check.Checks;

/**
 * Settings of the likelihood solver: one fit of the model x = μ + Vα + noise, y = b + wᵀα + noise.
 *
 * <pre>{@code
 * SlrmModel model = Slrm.with(LikelihoodConfig.defaults().withRank(8)).fit(x, y);
 * }</pre>
 *
 * @param rank number of factors; 0 lets cross-validation choose
 * @param noise one noise variance for all features or one each
 * @param supervision supervision weight of labels, 1 for the plain likelihood; 0 for 1, or 10 where
 *     held-out rows show that the rank is too small for the label
 * @param priors of loadings and noise
 * @param stopping stopping rule
 * @param accelerate whether to extrapolate
 * @param sparse whether to refit the coefficients by an elastic-net path on label-free factor
 *     scores in the canonical basis
 * @param mechanism whether entries may be missing because of their own values
 */
public record LikelihoodConfig(
    int rank,
    Noise noise,
    double supervision,
    Priors priors,
    Stopping stopping,
    boolean accelerate,
    boolean sparse,
    Mechanism mechanism)
    implements MethodConfig {

  /** Noise of the features. */
  public enum Noise {
    /** One variance for all features. */
    ISOTROPIC,
    /** One variance for each feature. */
    PER_FEATURE
  }

  /** How missingness may depend on the values that are missing. */
  public enum Mechanism {
    /** It does not: entries are missing at random. */
    IGNORABLE,
    /** The probability that an entry is missing depends on its value, by a curve per feature. */
    SELF_MASKING,
    /** Chosen by validation. */
    AUTO;

    /** Its word, such as {@code self-masking}. */
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * Priors, in scaled units.
   *
   * @param loading inverse of the expected fraction of a feature's variance in the loadings: 0 for
   *     no prior, 1 for a weak one
   * @param noise pseudo-observations behind the prior of each noise variance
   * @param noiseFloor smallest noise variance
   */
  public record Priors(double loading, double noise, double noiseFloor) {
    /** Checks every setting. */
    public Priors {
      Checks.notNegative("loadingPrior", loading);
      Checks.notNegative("noisePrior", noise);
      Checks.notNegative("noiseFloor", noiseFloor);
    }
  }

  /**
   * The stopping rule.
   *
   * @param maxIterations most iterations
   * @param tolerance relative gain of the objective below which an iteration does not count as
   *     progress
   * @param patience iterations in a row without progress before it stops
   */
  public record Stopping(int maxIterations, double tolerance, int patience) {
    /** Checks every setting. */
    public Stopping {
      Checks.atLeast("maxIterations", maxIterations, 1);
      Checks.notNegative("tolerance", tolerance);
      Checks.atLeast("patience", patience, 1);
    }
  }

  /** Checks every setting. */
  public LikelihoodConfig {
    Checks.atLeast("rank", rank, 0);
    Checks.notNegative("supervision", supervision);
  }

  /** A rank chosen by cross-validation, one noise variance per feature, weak priors. */
  public static LikelihoodConfig defaults() {
    Priors priors = new Priors(1, 0.1, 1e-9);
    Stopping stopping = new Stopping(500, 1e-6, 3);
    return new LikelihoodConfig(
        0, Noise.PER_FEATURE, 0, priors, stopping, true, false, Mechanism.IGNORABLE);
  }

  /** With a rank; 0 lets cross-validation choose. */
  public LikelihoodConfig withRank(int value) {
    return new LikelihoodConfig(
        value, noise, supervision, priors, stopping, accelerate, sparse, mechanism);
  }

  /** With one noise variance for all features or one each. */
  public LikelihoodConfig withNoise(Noise value) {
    return new LikelihoodConfig(
        rank, value, supervision, priors, stopping, accelerate, sparse, mechanism);
  }

  /** With another supervision weight. */
  public LikelihoodConfig withSupervision(double value) {
    return new LikelihoodConfig(
        rank, noise, value, priors, stopping, accelerate, sparse, mechanism);
  }

  /** With other priors. */
  public LikelihoodConfig withPriors(Priors value) {
    return new LikelihoodConfig(
        rank, noise, supervision, value, stopping, accelerate, sparse, mechanism);
  }

  /** With another stopping rule. */
  public LikelihoodConfig withStopping(Stopping value) {
    return new LikelihoodConfig(
        rank, noise, supervision, priors, value, accelerate, sparse, mechanism);
  }

  /** With or without extrapolation. */
  public LikelihoodConfig withAccelerate(boolean value) {
    return new LikelihoodConfig(
        rank, noise, supervision, priors, stopping, value, sparse, mechanism);
  }

  /** With or without sparse coefficients. */
  public LikelihoodConfig withSparse(boolean value) {
    return new LikelihoodConfig(
        rank, noise, supervision, priors, stopping, accelerate, value, mechanism);
  }

  /** With missingness that may depend on the missing values. */
  public LikelihoodConfig withMechanism(Mechanism value) {
    return new LikelihoodConfig(
        rank, noise, supervision, priors, stopping, accelerate, sparse, value);
  }

  /** With another strength of the prior of the loadings. */
  public LikelihoodConfig withLoadingPrior(double value) {
    return withPriors(new Priors(value, priors.noise, priors.noiseFloor));
  }

  /** With another strength of the prior of the noise. */
  public LikelihoodConfig withNoisePrior(double value) {
    return withPriors(new Priors(priors.loading, value, priors.noiseFloor));
  }

  /** With another smallest noise variance. */
  public LikelihoodConfig withNoiseFloor(double value) {
    return withPriors(new Priors(priors.loading, priors.noise, value));
  }

  /** With another limit of iterations. */
  public LikelihoodConfig withMaxIterations(int value) {
    return withStopping(new Stopping(value, stopping.tolerance, stopping.patience));
  }

  /** With another tolerance. */
  public LikelihoodConfig withTolerance(double value) {
    return withStopping(new Stopping(stopping.maxIterations, value, stopping.patience));
  }

  /** With another patience. */
  public LikelihoodConfig withPatience(int value) {
    return withStopping(new Stopping(stopping.maxIterations, stopping.tolerance, value));
  }

  /** With supervision weight 1 where it is automatic. */
  public LikelihoodConfig plain() {
    return supervision == 0 ? withSupervision(1) : this;
  }

  /** Whether entries are modelled as missing because of their values. */
  public boolean selfMasking() {
    return mechanism == Mechanism.SELF_MASKING;
  }

  /** Rejects self-masking in a mixture. */
  void checkComponents(int components) {
    if (mechanism != Mechanism.IGNORABLE && components != 1) {
      throw new IllegalArgumentException(
          "missingness must be ignorable for a mixture, got %s with %s components: use one component"
              .formatted(mechanism.word(), components));
    }
  }

  /** With entries that are missing at random. */
  public LikelihoodConfig ignorable() {
    return withMechanism(Mechanism.IGNORABLE);
  }

  @Override
  public String method() {
    return "likelihood";
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> s = new LinkedHashMap<>();
    s.put("rank", rank == 0 ? "auto" : rank);
    s.put("noise", noise.name().toLowerCase(Locale.ROOT));
    s.put("supervision", supervision == 0 ? "auto" : supervision);
    s.put("loadingPrior", priors.loading);
    s.put("noisePrior", priors.noise);
    s.put("noiseFloor", priors.noiseFloor);
    s.put("maxIterations", stopping.maxIterations);
    s.put("tolerance", stopping.tolerance);
    s.put("patience", stopping.patience);
    s.put("accelerate", accelerate);
    s.put("sparse", sparse);
    if (mechanism != Mechanism.IGNORABLE) {
      s.put("missingness", mechanism.word());
    }
    return s;
  }
}
