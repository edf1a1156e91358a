package org.slrm.result;

import java.util.Arrays;
import java.util.stream.Stream;
import org.slrm.internal.check.Checks;
import org.slrm.internal.special.Normal;
import org.slrm.internal.special.SortOrder;

/**
 * Calibration of intervals: the number of standard errors for a given coverage. From scores (y − ŷ)
 * / standard error of held-out rows (conformal calibration) (P-5), or Gaussian without scores.
 * Intervals use the absolute scores; quantiles and one-sided bounds also use their sign.
 *
 * <pre>
 * {@code model.calibration(0).factor(0.9); // 1.64 for a perfectly Gaussian model model.calibration(0).quantile(0.95); // 1.64 as well }
 * </pre>
 */
public final class Calibration {
  /** Without calibration: Gaussian quantiles. */
  public static final Calibration GAUSSIAN =
      new Calibration(new double[0], new double[0], new double[0][]);

  /** Fewest scores; with fewer it stays Gaussian. */
  public static final int MIN_SCORES = 20;

  /** Classes with fewer rows are one group; it borrows the rows that it lacks from all classes. */
  private static final int MIN_OF_CLASS = 20;

  /**
   * With weights, scores are reduced to at most this number of points, unless there are more
   * scores.
   */
  private static final int MAX_POINTS = 10_000;

  private final double[] scores;
  private final double[] signed;
  private final double[][] classes;

  private Calibration(double[] sorted, double[] signed, double[][] classes) {
    this.scores = sorted;
    this.signed = signed;
    this.classes = classes;
  }

  /** Calibration of prediction sets by the scores 1 − P(true class) of held-out rows, by class. */
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
   * The least probability of a class in the prediction set that contains the true class with the
   * given probability, for each true class. The most probable class is always in the set. Without
   * scores: 1 − level.
   */
  public double leastProbability(int trueClass, double level) {
    checkLevel(level);
    double[] own = trueClass < classes.length ? classes[trueClass] : new double[0];
    if (own.length < MIN_OF_CLASS) {
      own = sorted(Arrays.stream(classes).filter(c -> c.length < MIN_OF_CLASS));
    }
    if (own.length < MIN_OF_CLASS) {
      return borrowing(own, level);
    }
    int k = (int) Math.ceil((own.length + 1) * level);
    return k > own.length ? 0 : 1 - own[k - 1];
  }

  private static double[] sorted(Stream<double[]> scores) {
    return scores.flatMapToDouble(Arrays::stream).sorted().toArray();
  }

  /**
   * The least probability by the scores of a group with few rows and those of all classes, which
   * count for the m rows that it lacks (Y-17). Its distribution is estimated as under a Dirichlet
   * process prior of weight m centred at that of all classes.
   */
  private double borrowing(double[] own, double level) {
    double[] all = sorted(Arrays.stream(classes));
    if (all.length < MIN_OF_CLASS) {
      return 1 - level;
    }
    double m = MIN_OF_CLASS - own.length;
    double rank = level * (own.length + m + 1);
    int below = 0;
    for (int k = 0; k < all.length; k++) {
      while (below < own.length && own[below] <= all[k]) {
        below++;
      }
      if (below + m * (k + 1) / all.length >= rank) {
        return 1 - all[k];
      }
    }
    return 0;
  }

  /** Calibration by absolute scores, in any order; Gaussian with fewer than {@link #MIN_SCORES}. */
  public static Calibration ofScores(double[] scores) {
    double[] sorted = scores.clone();
    for (double s : sorted) {
      Checks.notNegative("score", s);
    }
    Arrays.sort(sorted);
    return sorted.length < MIN_SCORES
        ? GAUSSIAN
        : new Calibration(sorted, new double[0], new double[0][]);
  }

  /** Calibration by signed scores, in any order; Gaussian with fewer than {@link #MIN_SCORES}. */
  public static Calibration ofErrors(double[] errors) {
    double[] sorted = errors.clone();
    for (double e : sorted) {
      Checks.finite("score", e);
    }
    Arrays.sort(sorted);
    double[] sizes = Arrays.stream(sorted).map(Math::abs).sorted().toArray();
    return sorted.length < MIN_SCORES ? GAUSSIAN : new Calibration(sizes, sorted, new double[0][]);
  }

  /** Calibration by weighted signed scores, as points of equal mass: weight 2 repeats a score. */
  public static Calibration ofErrors(double[] errors, double[] weights) {
    Checks.equal("number of weights", weights.length, "number of scores", errors.length);
    Checks.weights(weights);
    int[] order = SortOrder.by(errors.length, i -> errors[i]);
    double total = Arrays.stream(weights).sum();
    int limit = Math.max(MAX_POINTS, errors.length);
    double[] points = new double[(int) Math.min(limit, Math.round(total))];
    double below = 0;
    for (int k = 0, r = -1; k < points.length; k++) {
      // The score at the middle of the k-th fraction of the mass.
      while (r < 0 || (below <= (k + 0.5) * total / points.length && r + 1 < order.length)) {
        below += weights[order[++r]];
      }
      points[k] = errors[order[r]];
    }
    return ofErrors(points);
  }

  /** Whether it is based on scores. */
  public boolean calibrated() {
    return scores.length > 0 || classes.length > 0;
  }

  /** The signed scores in increasing order, a copy; none where signs are unknown. */
  public double[] errors() {
    return signed.clone();
  }

  /** The absolute scores in increasing order, a copy. */
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
   * The quantile of the scores at the given probability (P-7): the ⌈(n+1)p⌉-th smallest score above
   * one half, the ⌊(n+1)p⌋-th below, so that one-sided bounds have their nominal coverage. Where
   * signs are unknown, errors are symmetric.
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
    // Beyond the last score, the Gaussian tail scaled to pass through it.
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
