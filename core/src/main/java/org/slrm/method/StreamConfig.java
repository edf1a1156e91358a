package org.slrm.method;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.slrm.internal.check.Checks;

/**
 * Settings of a stream: the likelihood model or a mixture of factor analysers, and forgetting.
 *
 * <pre>{@code
 * StreamConfig config = StreamConfig.ofRank(8).withForgetting(0.999);
 * SlrmStream stream = Slrm.stream(config, 40);
 * }</pre>
 *
 * @param likelihood rank, noise, supervision and priors; its tolerance, patience and iterations are
 *     those of the first fit
 * @param warmUp rows buffered for the first fit, which also fixes the scaling
 * @param batch rows of one M step
 * @param forgetting how the weight of older rows falls
 * @param labelMemory number of last labelled rows that are replayed where new rows lack labels
 * @param alarm the drift alarm
 * @param components number of components: 1, or more for a mixture
 * @param calibrationStep step size of adaptive intervals, in [0, 1]; 0 for uncalibrated intervals
 */
public record StreamConfig(
    LikelihoodConfig likelihood,
    int warmUp,
    int batch,
    Forgetting forgetting,
    int labelMemory,
    Alarm alarm,
    int components,
    double calibrationStep) {
  /** Default step size of adaptive intervals. */
  public static final double CALIBRATION_STEP = 0.05;

  /**
   * Forgetting.
   *
   * @param factor per row, in (0, 1]; 1 for a decaying step. The sums of a column are multiplied
   *     only by rows where it is observed, so unlabelled rows do not change the labels' part
   * @param stepExponent for a factor of 1: the step after t batches is t to minus this, in (0.5,
   *     1]; 1 weights all rows equally
   */
  public record Forgetting(double factor, double stepExponent) {
    /** Checks both. */
    public Forgetting {
      Checks.inUpperClosed("forgetting", factor, 0, 1);
      Checks.inUpperClosed("stepExponent", stepExponent, 0.5, 1);
    }
  }

  /**
   * The drift alarm.
   *
   * @param threshold cumulative error that raises it, in standard deviations of the error of ten
   *     rows; 0 for no alarm
   * @param allowance subtracted from the error of every ten rows, in the same unit
   */
  public record Alarm(double threshold, double allowance) {
    /** Checks both. */
    public Alarm {
      Checks.notNegative("alarmThreshold", threshold);
      Checks.notNegative("alarmAllowance", allowance);
    }
  }

  /** Checks every setting. */
  public StreamConfig {
    Objects.requireNonNull(likelihood, "likelihood");
    Checks.atLeast("rank", likelihood.rank(), 1);
    if (likelihood.sparse()) {
      throw new IllegalArgumentException("sparse must be false for a stream, got true");
    }
    if (likelihood.mechanism() == LikelihoodConfig.Mechanism.AUTO) {
      throw new IllegalArgumentException(
          "missingness of a stream must be ignorable or self-masking, got auto: a stream has no"
              + " validation to choose by");
    }
    likelihood.checkComponents(components);
    likelihood = likelihood.plain();
    Checks.atLeast("warmUp", warmUp, Math.max(2, likelihood.rank()));
    Checks.atLeast("batch", batch, 1);
    Checks.atLeast("labelMemory", labelMemory, 0);
    Checks.atLeast("components", components, 1);
    if (!(calibrationStep >= 0 && calibrationStep <= 1)) {
      throw new IllegalArgumentException(
          "calibrationStep must be in [0, 1], got " + calibrationStep);
    }
  }

  /** The defaults for a rank, which a stream requires. */
  public static StreamConfig ofRank(int rank) {
    LikelihoodConfig likelihood = LikelihoodConfig.defaults().withSupervision(1).withRank(rank);
    return new StreamConfig(
        likelihood,
        Math.max(500, rank),
        100,
        new Forgetting(1, 0.7),
        1000,
        new Alarm(10, 0.5),
        1,
        CALIBRATION_STEP);
  }

  /** With settings of the likelihood model, its rank among them. */
  public StreamConfig withLikelihood(LikelihoodConfig value) {
    return new StreamConfig(
        value, warmUp, batch, forgetting, labelMemory, alarm, components, calibrationStep);
  }

  /** With entries that may be missing because of their values, or not. */
  public StreamConfig withMissingness(LikelihoodConfig.Mechanism value) {
    return withLikelihood(likelihood.withMechanism(value));
  }

  /** With a rank. */
  public StreamConfig withRank(int value) {
    return withLikelihood(likelihood.withRank(value));
  }

  /** With another supervision weight. */
  public StreamConfig withSupervision(double value) {
    return withLikelihood(likelihood.withSupervision(Checks.positive("supervision", value)));
  }

  /** With another number of rows buffered for the first fit. */
  public StreamConfig withWarmUp(int value) {
    return new StreamConfig(
        likelihood, value, batch, forgetting, labelMemory, alarm, components, calibrationStep);
  }

  /** With another number of rows per M step. */
  public StreamConfig withBatch(int value) {
    return new StreamConfig(
        likelihood, warmUp, value, forgetting, labelMemory, alarm, components, calibrationStep);
  }

  /** With another forgetting. */
  public StreamConfig withForgetting(Forgetting value) {
    return new StreamConfig(
        likelihood, warmUp, batch, value, labelMemory, alarm, components, calibrationStep);
  }

  /** With another forgetting factor per row; 1 for a decaying step. */
  public StreamConfig withForgetting(double value) {
    return withForgetting(new Forgetting(value, forgetting.stepExponent));
  }

  /** With another exponent of the decaying step. */
  public StreamConfig withStepExponent(double value) {
    return withForgetting(new Forgetting(forgetting.factor, value));
  }

  /** With another number of labelled rows in memory. */
  public StreamConfig withLabelMemory(int value) {
    return new StreamConfig(
        likelihood, warmUp, batch, forgetting, value, alarm, components, calibrationStep);
  }

  /** With another drift alarm. */
  public StreamConfig withAlarm(Alarm value) {
    return new StreamConfig(
        likelihood, warmUp, batch, forgetting, labelMemory, value, components, calibrationStep);
  }

  /** With another threshold of the alarm; 0 for none. */
  public StreamConfig withAlarmThreshold(double value) {
    return withAlarm(new Alarm(value, alarm.allowance));
  }

  /** With another allowance of the alarm. */
  public StreamConfig withAlarmAllowance(double value) {
    return withAlarm(new Alarm(alarm.threshold, value));
  }

  /** With a number of components, each of the rank. */
  public StreamConfig withComponents(int value) {
    return new StreamConfig(
        likelihood, warmUp, batch, forgetting, labelMemory, alarm, value, calibrationStep);
  }

  /** With another step size of adaptive intervals; 0 for uncalibrated intervals. */
  public StreamConfig withCalibrationStep(double value) {
    return new StreamConfig(
        likelihood, warmUp, batch, forgetting, labelMemory, alarm, components, value);
  }

  /** Number of factors. */
  public int rank() {
    return likelihood.rank();
  }

  /** The settings of its first fit, a mixture of one component for the likelihood model. */
  public MixtureConfig mixture() {
    return MixtureConfig.defaults().withComponents(components).withComponent(likelihood);
  }

  /** Every setting by name, for reports and files. */
  public Map<String, Object> settings() {
    Map<String, Object> s = new LinkedHashMap<>(likelihood.settings());
    s.put("warmUp", warmUp);
    s.put("batch", batch);
    s.put("forgetting", forgetting.factor);
    s.put("stepExponent", forgetting.stepExponent);
    s.put("labelMemory", labelMemory);
    s.put("alarmThreshold", alarm.threshold);
    s.put("alarmAllowance", alarm.allowance);
    s.put("components", components);
    s.put("calibrationStep", calibrationStep);
    return s;
  }
}
