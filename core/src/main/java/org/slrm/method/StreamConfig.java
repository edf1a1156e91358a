package org.slrm.method;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.slrm.internal.check.Checks;

/**
 * Settings of a stream: the likelihood model or a mixture of such, and how the past fades.
 *
 * <pre>{@code
 * StreamConfig config = StreamConfig.builder().rank(8).forgetting(0.999).build();
 * SlrmStream stream = Slrm.stream(config, 40);
 * }</pre>
 *
 * @param likelihood rank, noise, supervision and priors; its tolerance, patience and iterations are
 *     those of the first fit
 * @param warmUp rows kept until the first fit, which also fixes the scaling
 * @param batch rows learned from at a time, each time with one M step
 * @param forgetting factor per row by which older rows fade, in (0, 1]; 1 for a decaying step. A
 *     column fades only with rows that show it, so rows without a label leave the labels' part
 *     alone
 * @param stepExponent for forgetting 1: the step after t batches is t to minus this, in (0.5, 1]; 1
 *     counts all rows alike
 * @param labelMemory labelled rows kept, the last ones, to be seen again in the place of labels
 *     that new rows lack
 * @param alarmThreshold how far errors must add up, in standard deviations of the error of ten
 *     rows, before the alarm is raised; 0 for no alarm
 * @param alarmAllowance what is taken off the error of every ten rows, in the same unit
 * @param components number of subspaces that rows may be near: 1, or more for a mixture
 * @param calibrationStep how fast intervals follow the errors of the rows that come, in [0, 1]; 0
 *     for intervals as the model sees them
 */
public record StreamConfig(
    LikelihoodConfig likelihood,
    int warmUp,
    int batch,
    double forgetting,
    double stepExponent,
    int labelMemory,
    double alarmThreshold,
    double alarmAllowance,
    int components,
    double calibrationStep) {
  /** How fast intervals follow errors unless said otherwise. */
  public static final double CALIBRATION_STEP = 0.05;

  /** Checks every setting. */
  public StreamConfig {
    Objects.requireNonNull(likelihood, "likelihood");
    Checks.atLeast("rank", likelihood.rank(), 1);
    if (likelihood.sparse()) {
      throw new IllegalArgumentException("sparse must be false for a stream, got true");
    }
    likelihood = likelihood.plain();
    Checks.atLeast("warmUp", warmUp, Math.max(2, likelihood.rank()));
    Checks.atLeast("batch", batch, 1);
    Checks.inUpperClosed("forgetting", forgetting, 0, 1);
    Checks.inUpperClosed("stepExponent", stepExponent, 0.5, 1);
    Checks.atLeast("labelMemory", labelMemory, 0);
    Checks.notNegative("alarmThreshold", alarmThreshold);
    Checks.notNegative("alarmAllowance", alarmAllowance);
    Checks.atLeast("components", components, 1);
    if (!(calibrationStep >= 0 && calibrationStep <= 1)) {
      throw new IllegalArgumentException(
          "calibrationStep must be in [0, 1], got " + calibrationStep);
    }
  }

  /** A builder that holds the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Number of directions. */
  public int rank() {
    return likelihood.rank();
  }

  /** The settings of its first fit, a mixture of one component for the likelihood model. */
  public MixtureConfig mixture() {
    return MixtureConfig.builder().components(components).component(likelihood).build();
  }

  /** Every setting by name, for reports and files. */
  public Map<String, Object> settings() {
    Map<String, Object> s = new LinkedHashMap<>(likelihood.settings());
    s.put("warmUp", warmUp);
    s.put("batch", batch);
    s.put("forgetting", forgetting);
    s.put("stepExponent", stepExponent);
    s.put("labelMemory", labelMemory);
    s.put("alarmThreshold", alarmThreshold);
    s.put("alarmAllowance", alarmAllowance);
    s.put("components", components);
    s.put("calibrationStep", calibrationStep);
    return s;
  }

  /** Collects settings; whatever is not set keeps its default. */
  public static final class Builder {
    private final LikelihoodConfig.Builder likelihood = LikelihoodConfig.builder().supervision(1);
    private int warmUp = 500;
    private int batch = 100;
    private double forgetting = 1;
    private double stepExponent = 0.7;
    private int labelMemory = 1000;
    private double alarmThreshold = 10;
    private double alarmAllowance = 0.5;
    private int components = 1;
    private double calibrationStep = CALIBRATION_STEP;

    private Builder() {}

    /** Number of directions. */
    public Builder rank(int value) {
      likelihood.rank(value);
      return this;
    }

    /** One noise for all features or one each. */
    public Builder noise(LikelihoodConfig.Noise value) {
      likelihood.noise(value);
      return this;
    }

    /** How often a label counts. */
    public Builder supervision(double value) {
      likelihood.supervision(Checks.positive("supervision", value));
      return this;
    }

    /** Strength of the loadings' prior. */
    public Builder loadingPrior(double value) {
      likelihood.loadingPrior(value);
      return this;
    }

    /** Pseudo-observations behind the noise prior. */
    public Builder noisePrior(double value) {
      likelihood.noisePrior(value);
      return this;
    }

    /** Smallest noise variance. */
    public Builder noiseFloor(double value) {
      likelihood.noiseFloor(value);
      return this;
    }

    /** Rows kept until the first fit. */
    public Builder warmUp(int value) {
      warmUp = value;
      return this;
    }

    /** Rows learned from at a time. */
    public Builder batch(int value) {
      batch = value;
      return this;
    }

    /** Factor per row by which older rows fade; 1 for a decaying step. */
    public Builder forgetting(double value) {
      forgetting = value;
      return this;
    }

    /** Exponent of the decaying step. */
    public Builder stepExponent(double value) {
      stepExponent = value;
      return this;
    }

    /** Labelled rows kept to be seen again. */
    public Builder labelMemory(int value) {
      labelMemory = value;
      return this;
    }

    /** How far errors must add up before the alarm; 0 for none. */
    public Builder alarmThreshold(double value) {
      alarmThreshold = value;
      return this;
    }

    /** What is taken off each batch's standardised error. */
    public Builder alarmAllowance(double value) {
      alarmAllowance = value;
      return this;
    }

    /** Number of subspaces that rows may be near, each of the rank. */
    public Builder components(int value) {
      components = value;
      return this;
    }

    /** How fast intervals follow errors; 0 for intervals as the model sees them. */
    public Builder calibrationStep(double value) {
      calibrationStep = value;
      return this;
    }

    /** The settings, checked. */
    public StreamConfig build() {
      return new StreamConfig(
          likelihood.build(),
          warmUp,
          batch,
          forgetting,
          stepExponent,
          labelMemory,
          alarmThreshold,
          alarmAllowance,
          components,
          calibrationStep);
    }
  }
}
