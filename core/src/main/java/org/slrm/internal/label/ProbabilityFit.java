package org.slrm.internal.label;

import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.slrm.internal.special.SortOrder;

/**
 * Chooses the calibration of log-odds of two classes by held-out rows: none, a linear map, or an
 * isotonic one, whichever predicts other folds best (Y-8).
 *
 * @param map the choice, fitted to all rows
 * @param eta the rows' log-odds, each by a map of the other folds
 */
public record ProbabilityFit(ProbabilityMap map, double[] eta) {
  /** Fewest rows of one class. */
  private static final int MIN = 20;

  /** Fewest rows for an isotonic map, which has many degrees of freedom. */
  private static final int MIN_FOR_CURVE = 200;

  private static final int NEWTON = 30;

  /** Weight of the prior, slope 1 and shift 0, in rows. */
  private static final double PRIOR = 2;

  /** Rows of two classes. */
  private record Rows(double[] eta, double[] y, double[] weight) {
    Rows of(int[] which) {
      return new Rows(
          IntStream.of(which).mapToDouble(i -> eta[i]).toArray(),
          IntStream.of(which).mapToDouble(i -> y[i]).toArray(),
          IntStream.of(which).mapToDouble(i -> weight[i]).toArray());
    }
  }

  /** Chooses by rows with log-odds, labels 0 or 1, weights and folds. */
  public static ProbabilityFit of(double[] eta, double[] y, double[] weight, int[] fold) {
    Rows all = new Rows(eta, y, weight);
    double ones = Arrays.stream(y).sum();
    ProbabilityFit best = new ProbabilityFit(ProbabilityMap.NONE, eta.clone());
    double rarer = Math.min(ones, y.length - ones);
    if (rarer < MIN || Arrays.stream(fold).distinct().count() < 2) {
      return best;
    }
    best = better(best, evaluated(all, fold, ProbabilityFit::linear), all, 0);
    if (rarer >= MIN_FOR_CURVE) {
      best = better(best, evaluated(all, fold, ProbabilityFit::isotonic), all, 1);
    }
    return best;
  }

  private static ProbabilityFit evaluated(
      Rows all, int[] fold, Function<Rows, ProbabilityMap> fit) {
    double[] out = new double[fold.length];
    for (int f : Arrays.stream(fold).distinct().sorted().toArray()) {
      int[] others = IntStream.range(0, fold.length).filter(i -> fold[i] != f).toArray();
      ProbabilityMap map = fit.apply(all.of(others));
      for (int i = 0; i < out.length; i++) {
        out[i] = fold[i] == f ? map.apply(all.eta[i]) : out[i];
      }
    }
    return new ProbabilityFit(fit.apply(all), out);
  }

  /** The other map if its loss is lower by this multiple of the difference's standard error. */
  private static ProbabilityFit better(
      ProbabilityFit one, ProbabilityFit other, Rows rows, double errors) {
    MeanLoss gain =
        MeanLoss.of(
            rows.y.length,
            i ->
                Logistic.LABEL.deviance(rows.y[i], one.eta[i])
                    - Logistic.LABEL.deviance(rows.y[i], other.eta[i]),
            i -> rows.weight[i]);
    return gain.value() > errors * gain.standardError() ? other : one;
  }

  /** Slope and shift by logistic regression on η. */
  private static ProbabilityMap linear(Rows r) {
    double a = 1;
    double b = 0;
    for (int round = 0; round < NEWTON; round++) {
      double ga = PRIOR * (a - 1);
      double gb = PRIOR * b;
      double haa = PRIOR;
      double hab = 0;
      double hbb = PRIOR;
      for (int i = 0; i < r.y.length; i++) {
        double e = a * r.eta[i] + b;
        double g = r.weight[i] * Logistic.LABEL.gradient(r.y[i], e);
        double h = r.weight[i] * Logistic.LABEL.curvature(r.y[i], e);
        ga += g * r.eta[i];
        gb += g;
        haa += h * r.eta[i] * r.eta[i];
        hab += h * r.eta[i];
        hbb += h;
      }
      double det = haa * hbb - hab * hab;
      double da = (hbb * ga - hab * gb) / det;
      double db = (haa * gb - hab * ga) / det;
      // Steps are limited: far from the solution the curvature is too small.
      double size = Math.max(1, Math.max(Math.abs(da) / 0.5, Math.abs(db)));
      a = Math.max(1e-3, a - da / size);
      b -= db / size;
      if (Math.abs(da) + Math.abs(db) < 1e-10) {
        break;
      }
    }
    return ProbabilityMap.linear(a, b);
  }

  /** Pooled adjacent violators: blocks of equal probability, as log-odds at their mean η. */
  private static ProbabilityMap isotonic(Rows r) {
    int[] order = SortOrder.by(r.y.length, i -> r.eta[i]);
    int n = order.length;
    double[] weight = new double[n];
    double[] ones = new double[n];
    double[] eta = new double[n];
    int blocks = 0;
    for (int i : order) {
      weight[blocks] = r.weight[i];
      ones[blocks] = r.weight[i] * r.y[i];
      eta[blocks] = r.weight[i] * r.eta[i];
      blocks++;
      while (blocks > 1
          && ones[blocks - 2] * weight[blocks - 1] >= ones[blocks - 1] * weight[blocks - 2]) {
        weight[blocks - 2] += weight[blocks - 1];
        ones[blocks - 2] += ones[blocks - 1];
        eta[blocks - 2] += eta[blocks - 1];
        blocks--;
      }
    }
    return knots(blocks, weight, ones, eta);
  }

  private static ProbabilityMap knots(int blocks, double[] weight, double[] ones, double[] eta) {
    double[] from = new double[blocks];
    double[] to = new double[blocks];
    int count = 0;
    for (int k = 0; k < blocks; k++) {
      double at = eta[k] / weight[k];
      if (count == 0 || at > from[count - 1] + 1e-9) {
        from[count] = at;
        // One pseudo-row, half of each class, so that no block has infinite log-odds.
        double value = Logistic.LABEL.link((ones[k] + 0.5) / (weight[k] + 1));
        to[count] = count == 0 ? value : Math.max(value, to[count - 1]);
        count++;
      }
    }
    return ProbabilityMap.through(Arrays.copyOf(from, count), Arrays.copyOf(to, count));
  }
}
