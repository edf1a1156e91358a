package org.slrm.method;

import java.util.LinkedHashMap;
import java.util.Map;
import org.slrm.data.Scaling;
import org.slrm.internal.check.Checks;

/**
 * Settings of the likelihood solver: one fit of the model x = μ + Vα + noise, y = b + wᵀα + noise.
 *
 * <pre>{@code
 * SlrmModel model = Slrm.with(LikelihoodConfig.builder().rank(8).build()).fit(x, y);
 * }</pre>
 *
 * @param rank number of directions; 0 lets cross-validation choose
 * @param noise one noise for all features or one each
 * @param supervision how often a label counts, 1 for the plain likelihood; more pulls label
 *     directions in; 0 for 1, or 10 where the rank is too small for the label and held-out rows say
 *     so
 * @param loadingPrior how much of a feature's variance the loadings are expected to carry,
 *     inverted: 0 for no prior, 1 for a weak one; scaled units
 * @param noisePrior pseudo-observations behind the prior of each noise
 * @param noiseFloor smallest noise variance in scaled units
 * @param maxIterations at most this many iterations
 * @param tolerance relative gain of the objective below which an iteration counts as calm
 * @param patience calm iterations in a row before it stops
 * @param accelerate whether to extrapolate
 * @param sparse whether to refit the coefficients by an elastic-net path on label-free codes in the
 *     canonical basis
 */
public record LikelihoodConfig(
    int rank,
    Noise noise,
    double supervision,
    double loadingPrior,
    double noisePrior,
    double noiseFloor,
    int maxIterations,
    double tolerance,
    int patience,
    boolean accelerate,
    boolean sparse)
    implements MethodConfig {

  /** Noise of the features. */
  public enum Noise {
    /** One variance for all features. */
    ISOTROPIC,
    /** One variance for each feature. */
    PER_FEATURE
  }

  /** Checks every setting. */
  public LikelihoodConfig {
    Checks.atLeast("rank", rank, 0);
    Checks.notNegative("supervision", supervision);
    Checks.notNegative("loadingPrior", loadingPrior);
    Checks.notNegative("noisePrior", noisePrior);
    Checks.notNegative("noiseFloor", noiseFloor);
    Checks.atLeast("maxIterations", maxIterations, 1);
    Checks.notNegative("tolerance", tolerance);
    Checks.atLeast("patience", patience, 1);
  }

  /** A builder that holds the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** The same with a rank. */
  public LikelihoodConfig withRank(int value) {
    return new LikelihoodConfig(
        value,
        noise,
        supervision,
        loadingPrior,
        noisePrior,
        noiseFloor,
        maxIterations,
        tolerance,
        patience,
        accelerate,
        sparse);
  }

  /** The same with another weight of labels. */
  public LikelihoodConfig withSupervision(double value) {
    return new LikelihoodConfig(
        rank,
        noise,
        value,
        loadingPrior,
        noisePrior,
        noiseFloor,
        maxIterations,
        tolerance,
        patience,
        accelerate,
        sparse);
  }

  /** The same with labels that count once where nothing else was asked for. */
  public LikelihoodConfig plain() {
    return supervision == 0 ? withSupervision(1) : this;
  }

  @Override
  public String method() {
    return "likelihood";
  }

  @Override
  public Scaling.Kind scaling() {
    return Scaling.Kind.STANDARDIZE;
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> s = new LinkedHashMap<>();
    s.put("rank", rank == 0 ? "auto" : rank);
    s.put("noise", noise.name().toLowerCase(java.util.Locale.ROOT));
    s.put("supervision", supervision == 0 ? "auto" : supervision);
    s.put("loadingPrior", loadingPrior);
    s.put("noisePrior", noisePrior);
    s.put("noiseFloor", noiseFloor);
    s.put("maxIterations", maxIterations);
    s.put("tolerance", tolerance);
    s.put("patience", patience);
    s.put("accelerate", accelerate);
    s.put("sparse", sparse);
    return s;
  }

  /** Collects settings; whatever is not set keeps its default. */
  public static final class Builder {
    private int rank;
    private Noise noise = Noise.PER_FEATURE;
    private double supervision;
    private double loadingPrior = 1;
    private double noisePrior = 0.1;
    private double noiseFloor = 1e-9;
    private int maxIterations = 500;
    private double tolerance = 1e-6;
    private int patience = 3;
    private boolean accelerate = true;
    private boolean sparse;

    private Builder() {}

    /** Number of directions; 0 lets cross-validation choose. */
    public Builder rank(int value) {
      rank = value;
      return this;
    }

    /** One noise for all features or one each. */
    public Builder noise(Noise value) {
      noise = value;
      return this;
    }

    /** How often a label counts; 0 lets held-out rows choose where the rank is too small. */
    public Builder supervision(double value) {
      supervision = value;
      return this;
    }

    /** Strength of the loadings' prior. */
    public Builder loadingPrior(double value) {
      loadingPrior = value;
      return this;
    }

    /** Pseudo-observations behind the noise prior. */
    public Builder noisePrior(double value) {
      noisePrior = value;
      return this;
    }

    /** Smallest noise variance. */
    public Builder noiseFloor(double value) {
      noiseFloor = value;
      return this;
    }

    /** At most this many iterations. */
    public Builder maxIterations(int value) {
      maxIterations = value;
      return this;
    }

    /** Relative gain below which an iteration counts as calm. */
    public Builder tolerance(double value) {
      tolerance = value;
      return this;
    }

    /** Calm iterations in a row before it stops. */
    public Builder patience(int value) {
      patience = value;
      return this;
    }

    /** Whether to extrapolate. */
    public Builder accelerate(boolean value) {
      accelerate = value;
      return this;
    }

    /** Whether to refit sparse coefficients. */
    public Builder sparse(boolean value) {
      sparse = value;
      return this;
    }

    /** The settings, checked. */
    public LikelihoodConfig build() {
      return new LikelihoodConfig(
          rank,
          noise,
          supervision,
          loadingPrior,
          noisePrior,
          noiseFloor,
          maxIterations,
          tolerance,
          patience,
          accelerate,
          sparse);
    }
  }
}
