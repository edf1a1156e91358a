package org.slrm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.slrm.data.Checks;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.linalg.Orthonormal;
import org.slrm.method.SimulationConfig;
import org.slrm.result.Folds;
import org.slrm.result.ModelState;

/**
 * A truth drawn from the paper's model, and as many data sets from it as asked for.
 *
 * <pre>{@code
 * Simulation simulation = Simulation.of(SimulationConfig.builder().noise(1).build());
 * Simulation.Sample train = simulation.train();
 * Simulation.Sample test = simulation.test(1000);
 * simulation.truth().bayes(test.x()).expectedError();   // no method can do better on these patterns
 * }</pre>
 */
public final class Simulation {
  private final SimulationConfig config;
  private final Union union;

  private Simulation(SimulationConfig config, Union union) {
    this.config = config;
    this.union = union;
  }

  /** Draws the truth. */
  public static Simulation of(SimulationConfig config) {
    SplittableRandom random = new SplittableRandom(config.seed());
    List<Truth> truths = new ArrayList<>();
    for (int k = 0; k < config.subspaces(); k++) {
      truths.add(subspace(config, random));
    }
    return new Simulation(config, new Union(truths));
  }

  private static Truth subspace(SimulationConfig config, SplittableRandom random) {
    int features = config.features();
    int d = config.rank();
    double[] basis = gaussians(random, features * d);
    Orthonormal.columns(basis, features, d);
    double[] scales = config.scales();
    if (scales.length == 0) {
      scales = new double[d];
      Arrays.fill(scales, 1);
    }
    int[] directions = config.labelDirections();
    if (directions.length == 0) {
      directions = Arrays.copyOf(Folds.shuffled(d, random.nextLong()), config.nonzeros());
    }
    double[] w = new double[d];
    for (int k : directions) {
      w[k] = random.nextGaussian();
    }
    double[] mean = gaussians(random, features);
    for (int j = 0; j < features; j++) {
      mean[j] *= config.meanSpread();
    }
    return new Truth(basis, scales, w, mean, config.intercept(), config.noiseX(), config.noiseY());
  }

  /** The settings. */
  public SimulationConfig config() {
    return config;
  }

  /** The truth behind all draws; of several subspaces, the first. */
  public Truth truth() {
    return union.subspaces().get(0);
  }

  /** The truth of every subspace. */
  public Union union() {
    return union;
  }

  /** The training draw. */
  public Sample train() {
    return draw(config.rows(), config.keep(), 1);
  }

  /** A validation draw. */
  public Sample validation(int rows) {
    return draw(rows, config.keepTest(), 2);
  }

  /** A test draw. */
  public Sample test(int rows) {
    return draw(rows, config.keepTest(), 3);
  }

  /** A draw of its own; the same number gives the same rows. */
  public Sample draw(int rows, double keep, long number) {
    Checks.atLeast("rows", rows, 0);
    SplittableRandom random =
        new SplittableRandom(new SplittableRandom(config.seed()).nextLong() + number);
    int features = config.features();
    int d = config.rank();
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
   * Rows drawn from a truth.
   *
   * @param x features, only some of them shown
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

    /** What the best possible predictor, knowing this truth, says about rows. */
    public Bayes bayes(IncompleteMatrix x) {
      return new BayesPredictor(this).predict(x);
    }

    /** The truth taken apart, for a file. */
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
   * Several truths, one behind each row, all equally likely.
   *
   * @param subspaces the truth of each
   */
  public record Union(List<Truth> subspaces) {
    /** Checks that there is one, and that they speak of the same features. */
    public Union {
      subspaces = List.copyOf(subspaces);
      Checks.atLeast("number of subspaces", subspaces.size(), 1);
      for (Truth truth : subspaces) {
        Checks.equal(
            "features of a subspace", truth.features(), "the first", subspaces.get(0).features());
      }
    }

    /** What the best possible predictor, knowing these truths, says about rows. */
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

    /** Mean of the rows' expected squared errors: the Bayes error for these patterns. */
    public double expectedError() {
      return Arrays.stream(variance).average().orElse(Double.NaN);
    }
  }
}
