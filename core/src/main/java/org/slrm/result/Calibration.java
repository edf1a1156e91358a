package org.slrm.result;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.slrm.internal.check.Checks;
import org.slrm.internal.special.Normal;

/**
 * How wide an interval must be, in standard errors, to hold a given share of labels. Made from
 * scores (y − ŷ) / standard error of rows the model had not seen (conformal calibration) (P-5), or
 * Gaussian when there are none. Intervals go by the size of the scores, quantiles and one-sided
 * bounds by their sign too.
 *
 * <pre>{@code
 * model.calibration(0).factor(0.9);      // 1.64 for a perfectly Gaussian model
 * model.calibration(0).quantile(0.95);   // 1.64 as well
 * }</pre>
 */
public final class Calibration {
  /** Without calibration: Gaussian quantiles. */
  public static final Calibration GAUSSIAN =
      new Calibration(new double[0], new double[0], new double[0][]);

  /** With fewer scores it stays Gaussian. */
  public static final int LEAST_SCORES = 20;

  /** A class with fewer rows takes the scores of all classes. */
  private static final int LEAST_OF_CLASS = 20;

  /** With weights at most this many points are kept, unless there are more scores than that. */
  private static final int MOST_POINTS = 10_000;

  private final double[] scores;
  private final double[] signed;
  private final double[][] classes;

  private Calibration(double[] sorted, double[] signed, double[][] classes) {
    this.scores = sorted;
    this.signed = signed;
    this.classes = classes;
  }

  /**
   * Calibration of the sets of classes by the scores 1 − P(true class) of rows the model had not
   * seen, by their class.
   */
  public static Calibration ofClasses(double[][] scores) {
    double[][] sorted = new double[scores.length][];
    for (int c = 0; c < scores.length; c++) {
      sorted[c] = scores[c].clone();
      for (double s : sorted[c]) {
        Checks.notNegative("score", s);
      }
      Arrays.sort(sorted[c]);
    }
    return new Calibration(new double[0], new double[0], sorted);
  }

  /** The scores of the rows of each class in increasing order, a copy; none for a number. */
  public double[][] classScores() {
    return Arrays.stream(classes).map(double[]::clone).toArray(double[][]::new);
  }

  /**
   * The least probability with which a class belongs to a set that holds the true class with the
   * given probability, whatever that class is. The most probable class belongs to it in any case.
   * Without scores: 1 − level.
   */
  public double leastProbability(int of, double level) {
    checkLevel(level);
    double[] own = of < classes.length ? classes[of] : new double[0];
    if (own.length < LEAST_OF_CLASS) {
      own = Arrays.stream(classes).flatMapToDouble(Arrays::stream).sorted().toArray();
    }
    if (own.length < LEAST_OF_CLASS) {
      return 1 - level;
    }
    int k = (int) Math.ceil((own.length + 1) * level);
    return k > own.length ? 0 : 1 - own[k - 1];
  }

  /**
   * Calibration by sizes of scores, in any order; at least {@link #LEAST_SCORES} or it stays
   * Gaussian.
   */
  public static Calibration ofScores(double[] scores) {
    double[] sorted = scores.clone();
    for (double s : sorted) {
      Checks.notNegative("score", s);
    }
    Arrays.sort(sorted);
    return sorted.length < LEAST_SCORES
        ? GAUSSIAN
        : new Calibration(sorted, new double[0], new double[0][]);
  }

  /**
   * Calibration by scores with their signs, in any order; at least {@link #LEAST_SCORES} or it
   * stays Gaussian.
   */
  public static Calibration ofErrors(double[] errors) {
    double[] sorted = errors.clone();
    for (double e : sorted) {
      Checks.finite("score", e);
    }
    Arrays.sort(sorted);
    double[] sizes = Arrays.stream(sorted).map(Math::abs).sorted().toArray();
    return sorted.length < LEAST_SCORES
        ? GAUSSIAN
        : new Calibration(sizes, sorted, new double[0][]);
  }

  /**
   * Calibration by scores with their signs that count as many times as their weights say. Kept are
   * points of equal mass, as many as the weights add up to: for whole weights each score as often
   * as it counts.
   */
  public static Calibration ofErrors(double[] errors, double[] weights) {
    Checks.equal("number of weights", weights.length, "number of scores", errors.length);
    Checks.weights(weights);
    int[] order =
        IntStream.range(0, errors.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> errors[i]))
            .mapToInt(i -> i)
            .toArray();
    double total = Arrays.stream(weights).sum();
    int most = Math.max(MOST_POINTS, errors.length);
    double[] points = new double[(int) Math.min(most, Math.round(total))];
    double below = 0;
    for (int k = 0, r = -1; k < points.length; k++) {
      // The score that holds the middle of the k-th share of the mass.
      while (r < 0 || (below <= (k + 0.5) * total / points.length && r + 1 < order.length)) {
        below += weights[order[++r]];
      }
      points[k] = errors[order[r]];
    }
    return ofErrors(points);
  }

  /** Whether scores are behind it. */
  public boolean calibrated() {
    return scores.length > 0 || classes.length > 0;
  }

  /** The scores with their signs in increasing order, a copy; none where signs are unknown. */
  public double[] errors() {
    return signed.clone();
  }

  /** The sizes of the scores in increasing order, a copy. */
  public double[] scores() {
    return scores.clone();
  }

  /** Number of standard errors on each side for the given coverage in (0, 1). */
  public double factor(double level) {
    checkLevel(level);
    double gaussian = Normal.quantile(0.5 + level / 2);
    if (scores.length == 0) {
      return gaussian;
    }
    // The ⌈(n+1)·level⌉-th smallest score; beyond the largest, the Gaussian tail scaled to pass
    // through it.
    double rank = (scores.length + 1) * level;
    int k = (int) Math.ceil(rank);
    if (k <= scores.length) {
      return scores[k - 1];
    }
    double reach = scores.length / (scores.length + 1.0);
    return scores[scores.length - 1] * gaussian / Normal.quantile(0.5 + reach / 2);
  }

  /**
   * How many standard errors above the prediction labels lie with the given probability at most
   * (P-7): the ⌈(n+1)p⌉-th smallest score above one half, the ⌊(n+1)p⌋-th below, so that a
   * one-sided bound holds as often as it says. Where signs are unknown, errors are as likely up as
   * down.
   */
  public double quantile(double probability) {
    checkLevel(probability);
    if (signed.length == 0) {
      double level = Math.abs(2 * probability - 1);
      return level == 0 ? 0 : Math.signum(probability - 0.5) * factor(level);
    }
    int n = signed.length;
    double rank = (n + 1) * probability;
    int k = (int) (probability > 0.5 ? Math.ceil(rank) : Math.floor(rank));
    if (k >= 1 && k <= n) {
      return probability == 0.5 && n % 2 == 0 ? (signed[k - 1] + signed[k]) / 2 : signed[k - 1];
    }
    // Beyond the last score the Gaussian tail, scaled to pass through it.
    double reach = k < 1 ? 1 / (n + 1.0) : n / (n + 1.0);
    double end = Math.abs(signed[k < 1 ? 0 : n - 1] / Normal.quantile(reach));
    return end * Normal.quantile(probability);
  }

  private static void checkLevel(double level) {
    if (!(level > 0 && level < 1)) {
      throw new IllegalArgumentException("interval level must be in (0, 1), got " + level);
    }
  }
}
