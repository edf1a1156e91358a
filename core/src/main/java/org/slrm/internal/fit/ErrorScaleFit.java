package org.slrm.internal.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.internal.label.ErrorScale;
import org.slrm.internal.label.MeanLoss;
import org.slrm.internal.regression.family.CompositeQuantiles;

/**
 * Fits a model of error sizes to held-out rows (P-6): with standardised errors r = |error| /
 * standard error, a sum of piecewise linear functions of log r that matches its upper quantiles
 * ({@link CompositeQuantiles}). Intervals use these quantiles, and a few outliers have little
 * influence on them. Steps between knots are penalised. The model is used if it is confirmed on
 * held-out rows: the loss falls by more than one standard error.
 *
 * @param scale the model, or none
 * @param factor of the variance of each row, by functions fitted to other rows
 */
record ErrorScaleFit(ErrorScale scale, double[] factor) {
  /** Fewest rows for nine steps. */
  private static final int MIN_ROWS = 100;

  /** Parts of the rows where there are no folds, each evaluated by the others. */
  private static final int PARTS = 5;

  /** Quantiles of the standardised errors; λ = 1 / 1.2² for steps of e^±1.2 between knots. */
  private static final CompositeQuantiles UPPER =
      new CompositeQuantiles(new double[] {0.7, 0.8, 0.9}, 0.15, 0.7);

  /** Lower limit of standardised errors, as a fraction of their mean. */
  private static final double SMALL = 1e-3;

  /** Knots of η, then those of the other inputs. */
  private static final double[][] QUANTILES = {
    {0.02, 0.2, 0.4, 0.6, 0.8, 0.98}, {0.05, 0.5, 0.95}, {0.05, 0.5, 0.95}
  };

  /**
   * Fits the model.
   *
   * @param eta predictions
   * @param variance their variances, above 0
   * @param observed numbers of observed entries
   * @param surprise |error| / standard error
   * @param weight row weights
   * @param fold of each row; dependent rows are in one fold
   */
  static ErrorScaleFit of(
      double[] eta,
      double[] variance,
      int[] observed,
      double[] surprise,
      double[] weight,
      int[] fold) {
    int n = eta.length;
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    ErrorScaleFit none = new ErrorScaleFit(ErrorScale.NONE, ones);
    if (n < MIN_ROWS || Arrays.stream(surprise).filter(r -> r > 0).count() < MIN_ROWS) {
      return none;
    }
    double[][] x = new double[n][];
    Arrays.setAll(x, i -> ErrorScale.inputs(eta[i], variance[i], observed[i]));
    double[] gain = new double[n];
    double[] factor = byOthers(x, sizes(surprise), weight, parts(fold), gain);
    double shift = shift(surprise, weight, factor);
    for (int i = 0; i < n; i++) {
      factor[i] *= Math.exp(2 * shift);
    }
    MeanLoss better = MeanLoss.of(n, i -> gain[i], i -> weight[i]);
    // One-standard-error rule (Breiman et al. 1984) against errors of one size everywhere.
    if (!(better.value() > better.standardError())) {
      return none;
    }
    FeatureTransforms all = fit(x, sizes(surprise), weight, IntStream.range(0, n).toArray());
    return new ErrorScaleFit(all.scale(shift), factor);
  }

  /** Logarithms of standardised errors relative to their mean. */
  private static double[] sizes(double[] surprise) {
    double mean = Arrays.stream(surprise).average().orElse(1);
    return Arrays.stream(surprise).map(r -> Math.log(Math.max(r / mean, SMALL))).toArray();
  }

  /** Factors of each part by functions fitted to the others, and the reduction of their losses. */
  private static double[] byOthers(
      double[][] x, double[] size, double[] weight, int[] part, double[] gain) {
    double[] factor = new double[size.length];
    for (int out : IntStream.of(part).distinct().toArray()) {
      int[] in = IntStream.range(0, part.length).filter(i -> part[i] != out).toArray();
      FeatureTransforms others = fit(x, size, weight, in);
      // The constant model: errors have the same size everywhere.
      FeatureTransforms level = fit(new double[QUANTILES.length][0], x, size, weight, in);
      ErrorScale scale = others.scale(0);
      for (int i = 0; i < part.length; i++) {
        if (part[i] == out) {
          factor[i] = scale.factor(x[i]);
          gain[i] = level.loss(x[i], size[i]) - others.loss(x[i], size[i]);
        }
      }
    }
    return factor;
  }

  /** The factor of all standard errors that keeps the mean of standardised errors. */
  private static double shift(double[] surprise, double[] weight, double[] factor) {
    double[] scaled = new double[surprise.length];
    Arrays.setAll(scaled, i -> surprise[i] / Math.sqrt(factor[i]));
    return Math.log(mean(scaled, weight) / mean(surprise, weight));
  }

  /** The folds; with a single one, five interleaved parts. */
  private static int[] parts(int[] fold) {
    return IntStream.of(fold).distinct().count() > 1
        ? fold
        : IntStream.range(0, fold.length).map(i -> i % PARTS).toArray();
  }

  private static double mean(double[] of, double[] weight) {
    double sum = 0;
    double total = 0;
    for (int i = 0; i < of.length; i++) {
      sum += weight[i] * of[i];
      total += weight[i];
    }
    return sum / total;
  }

  /**
   * Piecewise linear functions for log r.
   *
   * @param knots their knots, by input
   * @param line quantiles at the first knots, and the steps
   */
  private record FeatureTransforms(double[][] knots, CompositeQuantiles.LinearQuantiles line) {
    double loss(double[] x, double size) {
      return UPPER.loss(line, ramps(x, knots), size);
    }

    /** Factors of the standard error times e^shift; the first function includes the level. */
    ErrorScale scale(double shift) {
      List<ErrorScale.PiecewiseLinear> out = new ArrayList<>();
      int at = 0;
      double level = Arrays.stream(line.level()).average().orElse(0) + shift;
      for (int input = 0; input < knots.length; input++) {
        // A constant input has one knot.
        double[] from = knots[input].length == 0 ? new double[1] : knots[input];
        double[] to = new double[from.length];
        to[0] = input == 0 ? level : 0;
        for (int k = 1; k < to.length; k++) {
          to[k] = to[k - 1] + line.slope()[at++];
        }
        out.add(new ErrorScale.PiecewiseLinear(from, to));
      }
      return new ErrorScale(out);
    }
  }

  /** Functions fitted to some rows. */
  private static FeatureTransforms fit(double[][] x, double[] size, double[] weight, int[] rows) {
    double[][] knots = new double[QUANTILES.length][];
    Arrays.setAll(knots, k -> knots(x, rows, k));
    return fit(knots, x, size, weight, rows);
  }

  private static FeatureTransforms fit(
      double[][] knots, double[][] x, double[] size, double[] weight, int[] rows) {
    double[][] ramps =
        IntStream.of(rows).mapToObj(i -> ramps(x[i], knots)).toArray(double[][]::new);
    double[] z = IntStream.of(rows).mapToDouble(i -> size[i]).toArray();
    double[] w = IntStream.of(rows).mapToDouble(i -> weight[i]).toArray();
    return new FeatureTransforms(knots, UPPER.fit(ramps, z, w));
  }

  private static double[] knots(double[][] x, int[] rows, int input) {
    double[] sorted = IntStream.of(rows).mapToDouble(i -> x[i][input]).sorted().toArray();
    double[] at =
        Arrays.stream(QUANTILES[input])
            .map(q -> sorted[(int) Math.round(q * (sorted.length - 1))])
            .distinct()
            .toArray();
    double reach = at[at.length - 1] - at[0];
    // Knots that differ by rounding only are merged.
    return reach > 1e-9 * Math.max(1, Math.abs(at[0])) ? at : new double[0];
  }

  /** Position of a row within each step, between 0 and 1. */
  private static double[] ramps(double[] x, double[][] knots) {
    List<Double> out = new ArrayList<>();
    for (int input = 0; input < knots.length; input++) {
      double[] at = knots[input];
      for (int k = 1; k < at.length; k++) {
        double position = (x[input] - at[k - 1]) / (at[k] - at[k - 1]);
        out.add(Math.max(0, Math.min(1, position)));
      }
    }
    return out.stream().mapToDouble(v -> v).toArray();
  }
}
