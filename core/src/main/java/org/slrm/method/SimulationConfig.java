package org.slrm.method;

import java.util.Arrays;
import org.slrm.data.Checks;

/**
 * What to simulate: the paper's model (M-1) x = μ + Uα + noise, y = b + wᵀα + noise, of which only
 * some entries of x are shown.
 *
 * <pre>{@code
 * SimulationConfig config = SimulationConfig.builder().rows(400).noise(0.3).build();
 * Simulation simulation = Simulation.of(config);
 * }</pre>
 *
 * @param rows rows of the training draw
 * @param features number of features
 * @param rank rank of the subspace
 * @param subspaces number of subspaces of this rank, each with a label of its own; a row lies near
 *     one of them, all equally likely
 * @param nonzeros number of directions that carry the label
 * @param keep probability that an entry of the training draw is shown
 * @param keepTest the same for validation and test draws
 * @param noiseX standard deviation of the noise of each feature
 * @param noiseY standard deviation of the label's noise
 * @param scales standard deviation of the codes along each direction; empty means 1 for all
 * @param labelDirections the directions that carry the label; empty means drawn at random
 * @param meanSpread standard deviation of the features' means, 0 for centred features
 * @param intercept mean of the label
 * @param seed everything random comes from it
 */
public record SimulationConfig(
    int rows,
    int features,
    int rank,
    int subspaces,
    int nonzeros,
    double keep,
    double keepTest,
    double noiseX,
    double noiseY,
    double[] scales,
    int[] labelDirections,
    double meanSpread,
    double intercept,
    long seed) {

  /** Checks the settings. */
  public SimulationConfig {
    Checks.atLeast("rows", rows, 1);
    Checks.atLeast("features", features, 1);
    Checks.between("rank", rank, 1, features);
    Checks.atLeast("subspaces", subspaces, 1);
    Checks.between("nonzeros", nonzeros, 0, rank);
    share("keep", keep);
    share("keepTest", keepTest);
    Checks.notNegative("noiseX", noiseX);
    if (subspaces > 1) {
      // What a row says about its subspace is a ratio of densities, and without noise there are
      // none.
      Checks.positive("noiseX of several subspaces", noiseX);
    }
    Checks.notNegative("noiseY", noiseY);
    Checks.notNegative("meanSpread", meanSpread);
    Checks.finite("intercept", intercept);
    scales = scales.clone();
    if (scales.length > 0) {
      Checks.equal("number of scales", scales.length, "rank", rank);
    }
    for (double s : scales) {
      Checks.positive("scale", s);
    }
    labelDirections = labelDirections.clone();
    if (labelDirections.length > 0) {
      Checks.equal("number of labelDirections", labelDirections.length, "nonzeros", nonzeros);
    }
    for (int k : labelDirections) {
      Checks.index("label direction", k, rank);
    }
    if (Arrays.stream(labelDirections).distinct().count() != labelDirections.length) {
      throw new IllegalArgumentException(
          "labelDirections must be distinct, got " + Arrays.toString(labelDirections));
    }
  }

  private static void share(String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(name + " must be between 0 and 1, got " + value);
    }
  }

  @Override
  public double[] scales() {
    return scales.clone();
  }

  @Override
  public int[] labelDirections() {
    return labelDirections.clone();
  }

  /** A builder that starts at the paper's synthetic set-up without noise. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects settings; what is not set stays at the paper's set-up. */
  public static final class Builder {
    private int rows = 1600;
    private int features = 100;
    private int rank = 30;
    private int subspaces = 1;
    private int nonzeros = 10;
    private double keep = 0.75;
    private double keepTest = 0.75;
    private double noiseX;
    private double noiseY;
    private double[] scales = {};
    private int[] labelDirections = {};
    private double meanSpread;
    private double intercept;
    private long seed = 1;

    private Builder() {}

    /** Rows of the training draw. */
    public Builder rows(int value) {
      rows = value;
      return this;
    }

    /** Number of features. */
    public Builder features(int value) {
      features = value;
      return this;
    }

    /** Rank of the subspace. */
    public Builder rank(int value) {
      rank = value;
      return this;
    }

    /** Number of subspaces, each with a label of its own. */
    public Builder subspaces(int value) {
      subspaces = value;
      return this;
    }

    /** Number of directions that carry the label. */
    public Builder nonzeros(int value) {
      nonzeros = value;
      return this;
    }

    /** Probability that an entry is shown, in every draw. */
    public Builder keep(double value) {
      keep = value;
      keepTest = value;
      return this;
    }

    /** Probability that an entry of a validation or test draw is shown. */
    public Builder keepTest(double value) {
      keepTest = value;
      return this;
    }

    /** Standard deviation of both noises. */
    public Builder noise(double value) {
      noiseX = value;
      noiseY = value;
      return this;
    }

    /** Standard deviation of the features' noise. */
    public Builder noiseX(double value) {
      noiseX = value;
      return this;
    }

    /** Standard deviation of the label's noise. */
    public Builder noiseY(double value) {
      noiseY = value;
      return this;
    }

    /** Standard deviation of the codes along each direction. */
    public Builder scales(double... value) {
      scales = value.clone();
      return this;
    }

    /** Scales falling evenly from the first direction to the last; set the rank before. */
    public Builder fallingScales(double first, double last) {
      scales = new double[rank];
      for (int k = 0; k < rank; k++) {
        scales[k] = rank == 1 ? first : first + (last - first) * k / (rank - 1);
      }
      return this;
    }

    /** The directions that carry the label; sets their number too. */
    public Builder labelDirections(int... value) {
      labelDirections = value.clone();
      nonzeros = value.length;
      return this;
    }

    /** The last directions carry the label: the weak ones when scales fall; set the rank before. */
    public Builder labelOnLast(int count) {
      Checks.between("number of label directions", count, 1, rank);
      return labelDirections(java.util.stream.IntStream.range(rank - count, rank).toArray());
    }

    /** Standard deviation of the features' means. */
    public Builder meanSpread(double value) {
      meanSpread = value;
      return this;
    }

    /** Mean of the label. */
    public Builder intercept(double value) {
      intercept = value;
      return this;
    }

    /** Everything random comes from it. */
    public Builder seed(long value) {
      seed = value;
      return this;
    }

    /** The settings, checked. */
    public SimulationConfig build() {
      return new SimulationConfig(
          rows,
          features,
          rank,
          subspaces,
          nonzeros,
          keep,
          keepTest,
          noiseX,
          noiseY,
          scales,
          labelDirections,
          meanSpread,
          intercept,
          seed);
    }
  }
}
