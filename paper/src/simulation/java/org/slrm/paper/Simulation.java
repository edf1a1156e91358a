package org.slrm.paper;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.check.Checks;
import org.slrm.internal.label.Logistic;
import org.slrm.internal.linalg.Orthonormal;
import org.slrm.method.LabelKind;
import org.slrm.result.Folds;
import org.slrm.result.ModelState;

/**
 * Parameters drawn from the paper's model, and data sets simulated with them.
 *
 * <pre>{@code
 * Simulation simulation = Simulation.builder().noise(1).build();
 * Simulation.Sample train = simulation.train();
 * Simulation.Sample test = simulation.test(1000);
 * simulation.truth().bayes(test.x()).expectedError();   // no method can do better on these patterns
 * }</pre>
 */
public final class Simulation {
  /** State of the generator besides the parameters. */
  private record Draws(int rows, double keep, double keepTest, long seed) {}

  private final Draws draws;
  private final Union union;
  private final long dataSet;

  private Simulation(Draws draws, Union union, long dataSet) {
    this.draws = draws;
    this.union = union;
    this.dataSet = dataSet;
  }

  /** A builder with the paper's synthetic setting without noise. */
  public static Builder builder() {
    return new Builder();
  }

  /** The true parameters; of several subspaces, the first. */
  public Truth truth() {
    return union.subspaces().get(0);
  }

  /** The true parameters of every subspace. */
  public Union union() {
    return union;
  }

  /**
   * Another data set from the same parameters: other training, validation and test rows; 0 is the
   * first.
   */
  public Simulation dataSet(int number) {
    return new Simulation(draws, union, Checks.atLeast("data set", number, 0));
  }

  /** The training draw. */
  public Sample train() {
    return draw(draws.rows, draws.keep, 3 * dataSet + 1);
  }

  /** A validation draw. */
  public Sample validation(int rows) {
    return draw(rows, draws.keepTest, 3 * dataSet + 2);
  }

  /** A test draw. */
  public Sample test(int rows) {
    return draw(rows, draws.keepTest, 3 * dataSet + 3);
  }

  /** An independent draw; the same number gives the same rows. */
  public Sample draw(int rows, double keep, long number) {
    Checks.atLeast("rows", rows, 0);
    SplittableRandom random =
        new SplittableRandom(new SplittableRandom(draws.seed).nextLong() + number);
    int features = truth().features();
    int d = truth().rank();
    IncompleteMatrix.Builder x = IncompleteMatrix.builder(features);
    double[] y = new double[rows];
    double[] alpha = new double[d];
    int K = union.subspaces().size();
    for (int i = 0; i < rows; i++) {
      Truth truth = union.subspaces().get(K == 1 ? 0 : random.nextInt(K));
      y[i] = truth.intercept;
      for (int k = 0; k < d; k++) {
        alpha[k] = truth.scales[k] * random.nextGaussian();
        y[i] += truth.coefficients[k] * alpha[k];
      }
      y[i] += truth.noiseY * random.nextGaussian();
      for (int j = 0; j < features; j++) {
        double value = truth.mean[j] + truth.noiseX * random.nextGaussian();
        for (int k = 0; k < d; k++) {
          value += truth.basis[j * d + k] * alpha[k];
        }
        if (random.nextDouble() < keep) {
          x.entry(j, value);
        }
      }
      x.endRow();
    }
    return new Sample(x.build(), y);
  }

  private static double[] gaussians(SplittableRandom random, int count) {
    double[] out = new double[count];
    for (int k = 0; k < count; k++) {
      out[k] = random.nextGaussian();
    }
    return out;
  }

  /**
   * Collects settings of the paper's model (M-1) x = μ + Uα + noise, y = b + wᵀα + noise, of which
   * only some entries of x are shown; what is not set stays at the paper's set-up.
   *
   * <pre>{@code
   * Simulation simulation = Simulation.builder().rows(400).noise(0.3).build();
   * }</pre>
   */
  public static final class Builder {
    private int rows = 1600;
    private int features = 100;
    private int rank = 30;
    private int nonzeros = 10;
    private double keep = 0.75;
    private double keepTest = 0.75;
    private double noiseX;
    private double noiseY;
    private double[] scales = {};
    private int[] labelDirections = {};
    private double meanSpread;
    private double intercept;
    private int subspaces = 1;
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
      return labelDirections(IntStream.range(rank - count, rank).toArray());
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

    /** Number of subspaces, each with a label of its own; a row lies near one of them. */
    public Builder subspaces(int value) {
      subspaces = value;
      return this;
    }

    /** Seed of all random numbers. */
    public Builder seed(long value) {
      seed = value;
      return this;
    }

    /** Checks the settings and draws the parameters. */
    public Simulation build() {
      check();
      checkDirections();
      SplittableRandom random = new SplittableRandom(seed);
      List<Truth> truths = new ArrayList<>();
      for (int k = 0; k < subspaces; k++) {
        truths.add(subspace(random));
      }
      return new Simulation(new Draws(rows, keep, keepTest, seed), new Union(truths), 0);
    }

    private Truth subspace(SplittableRandom random) {
      double[] basis = gaussians(random, features * rank);
      Orthonormal.columns(basis, features, rank);
      double[] deviations = scales;
      if (deviations.length == 0) {
        deviations = new double[rank];
        Arrays.fill(deviations, 1);
      }
      int[] directions = labelDirections;
      if (directions.length == 0) {
        directions = Arrays.copyOf(Folds.shuffled(rank, random.nextLong()), nonzeros);
      }
      double[] w = new double[rank];
      for (int k : directions) {
        w[k] = random.nextGaussian();
      }
      double[] mean = gaussians(random, features);
      for (int j = 0; j < features; j++) {
        mean[j] *= meanSpread;
      }
      return new Truth(basis, deviations, w, mean, intercept, noiseX, noiseY);
    }

    private void check() {
      Checks.atLeast("rows", rows, 1);
      Checks.atLeast("features", features, 1);
      Checks.between("rank", rank, 1, features);
      Checks.between("nonzeros", nonzeros, 0, rank);
      share("keep", keep);
      share("keepTest", keepTest);
      Checks.notNegative("noiseX", noiseX);
      Checks.notNegative("noiseY", noiseY);
      Checks.notNegative("meanSpread", meanSpread);
      Checks.finite("intercept", intercept);
      Checks.atLeast("subspaces", subspaces, 1);
      if (subspaces > 1) {
        // Component probabilities are ratios of densities, which need noise.
        Checks.positive("noiseX of several subspaces", noiseX);
      }
    }

    private void checkDirections() {
      if (scales.length > 0) {
        Checks.equal("number of scales", scales.length, "rank", rank);
      }
      for (double s : scales) {
        Checks.positive("scale", s);
      }
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
  }

  /**
   * Simulated rows.
   *
   * @param x features with missing entries
   * @param y labels
   */
  public record Sample(IncompleteMatrix x, double[] y) {
    /** Copies the labels. */
    public Sample {
      y = y.clone();
    }

    /** The labels, a copy. */
    @Override
    public double[] y() {
      return y.clone();
    }

    /** The label of a row. */
    public double y(int row) {
      return y[row];
    }

    /**
     * The same rows with labels of another kind drawn from these numbers: as log-odds of class 1
     * against class 0, as logarithms of the mean of a Poisson count or of an amount, or with
     * outliers in one label of twenty.
     */
    public Sample labelled(LabelKind kind, long seed) {
      return labelled(kind, Double.POSITIVE_INFINITY, seed);
    }

    /** The same; counts are negative binomial of the given size. */
    public Sample labelled(LabelKind kind, double size, long seed) {
      DrawnLabels drawn = new DrawnLabels(y, seed);
      return new Sample(
          x,
          switch (kind.label()) {
            case "numeric" -> y;
            case "robust" -> drawn.withOutliers();
            case "classes" -> drawn.classes();
            case "counts" -> drawn.counts(size);
            case "positive" -> drawn.amounts();
            default -> throw new IllegalArgumentException("label must be drawn, got " + kind);
          });
    }
  }

  /**
   * The parameters behind the data: x = mean + basis·α + noiseX·ε, y = intercept + coefficientsᵀα +
   * noiseY·e, α_k with standard deviation scales_k.
   *
   * @param basis U, orthonormal columns, features × rank in row-major order
   * @param scales standard deviations of the codes
   * @param coefficients w
   * @param mean means of the features
   * @param intercept mean of the label
   * @param noiseX standard deviation of the features' noise
   * @param noiseY standard deviation of the label's noise
   */
  public record Truth(
      double[] basis,
      double[] scales,
      double[] coefficients,
      double[] mean,
      double intercept,
      double noiseX,
      double noiseY) {

    /** Copies the arrays and checks that the parts fit. */
    public Truth {
      basis = basis.clone();
      scales = scales.clone();
      coefficients = coefficients.clone();
      mean = mean.clone();
      Checks.equal("number of scales", scales.length, "rank", coefficients.length);
      Checks.equal(
          "length of basis", basis.length, "features times rank", mean.length * scales.length);
      Checks.notNegative("noiseX", noiseX);
      Checks.notNegative("noiseY", noiseY);
    }

    /** U, a copy. */
    @Override
    public double[] basis() {
      return basis.clone();
    }

    /** Standard deviations of the codes, a copy. */
    @Override
    public double[] scales() {
      return scales.clone();
    }

    /** w, a copy. */
    @Override
    public double[] coefficients() {
      return coefficients.clone();
    }

    /** Means of the features, a copy. */
    @Override
    public double[] mean() {
      return mean.clone();
    }

    /** Number of features. */
    public int features() {
      return mean.length;
    }

    /** Rank of the subspace. */
    public int rank() {
      return scales.length;
    }

    /** Variance of the label: Σ w_k² s_k² + noise. */
    public double labelVariance() {
      double sum = noiseY * noiseY;
      for (int k = 0; k < scales.length; k++) {
        sum += coefficients[k] * coefficients[k] * scales[k] * scales[k];
      }
      return sum;
    }

    /** Predictions of the Bayes predictor, which knows these parameters. */
    public Bayes bayes(IncompleteMatrix x) {
      return new BayesPredictor(this).predict(x);
    }

    /** The parameters as plain values, for a file. */
    public ModelState state() {
      Map<String, Object> values = new LinkedHashMap<>();
      values.put("features", features());
      values.put("rank", rank());
      values.put("intercept", intercept);
      values.put("noiseX", noiseX);
      values.put("noiseY", noiseY);
      Map<String, ModelState.Array> arrays = new LinkedHashMap<>();
      arrays.put("basis", new ModelState.Array(basis, features(), rank()));
      arrays.put("scales", new ModelState.Array(scales, rank()));
      arrays.put("coefficients", new ModelState.Array(coefficients, rank()));
      arrays.put("mean", new ModelState.Array(mean, features()));
      return new ModelState(values, arrays);
    }
  }

  /**
   * Several sets of parameters, equally likely for each row.
   *
   * @param subspaces the parameters of each
   */
  public record Union(List<Truth> subspaces) {
    /** Checks that there is one, and that they have the same features. */
    public Union {
      subspaces = List.copyOf(subspaces);
      Checks.atLeast("number of subspaces", subspaces.size(), 1);
      for (Truth truth : subspaces) {
        Checks.equal(
            "features of a subspace", truth.features(), "the first", subspaces.get(0).features());
      }
    }

    /** Predictions of the Bayes predictor, which knows these parameters. */
    public Bayes bayes(IncompleteMatrix x) {
      return subspaces.size() == 1
          ? subspaces.get(0).bayes(x)
          : new UnionPredictor(subspaces).predict(x);
    }
  }

  /**
   * The best possible predictions E[y | what is shown of x].
   *
   * @param mean the prediction of each row
   * @param variance its expected squared error, the label's noise included
   */
  public record Bayes(double[] mean, double[] variance) {
    /** Copies the arrays. */
    public Bayes {
      mean = mean.clone();
      variance = variance.clone();
    }

    /** The predictions, a copy. */
    @Override
    public double[] mean() {
      return mean.clone();
    }

    /** The prediction of a row. */
    public double mean(int row) {
      return mean[row];
    }

    /** Their expected squared errors, a copy. */
    @Override
    public double[] variance() {
      return variance.clone();
    }

    /** The expected squared error of a row. */
    public double variance(int row) {
      return variance[row];
    }

    /**
     * P(class 1) where labels are classes drawn from these numbers as log-odds: the mean of the
     * sigmoid over what is known of them.
     */
    public double probability(int row) {
      return Logistic.LABEL.mean(mean[row], variance[row]);
    }

    /** Expected count or amount where these numbers are its logarithm. */
    public double exponential(int row) {
      return Math.exp(mean[row] + variance[row] / 2);
    }

    /** Mean of the rows' expected squared errors: the Bayes error for these patterns. */
    public double expectedError() {
      return Arrays.stream(variance).average().orElse(Double.NaN);
    }
  }
}
