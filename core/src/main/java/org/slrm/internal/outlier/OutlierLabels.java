package org.slrm.internal.outlier;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;

/**
 * Outlying labels. If all labels are within their reach, there are none. Otherwise a fast fit
 * predicts every label, in rounds that exclude those with large errors. These are outliers if some
 * are also beyond the labels' reach while the features do not explain it. In addition they must be
 * far beyond it, or the fit must predict held-out rows clearly better without them.
 *
 * @param rows rows of the given labels, in their order
 * @param errors the prediction error of each label
 */
record OutlierLabels(int[] rows, double[] errors) {
  private static final OutlierLabels NONE = new OutlierLabels(new int[0], new double[0]);

  /** Labels that are all known. */
  static OutlierLabels of(IncompleteMatrix x, double[] labels, double[] weights, long seed) {
    double n = Arrays.stream(weights).sum();
    Optional<TailLimits> reach = TailLimits.of(labels, weights, n);
    boolean[] far = reach.map(r -> outside(r, labels, OutlierRules.LABEL)).orElse(new boolean[0]);
    if (count(far) == 0) {
      return NONE;
    }
    double[] limited =
        Arrays.stream(labels)
            .map(v -> Math.min(reach.get().high(1), Math.max(reach.get().low(1), v)))
            .toArray();
    LabelPilot pilot = new LabelPilot(x, labels, limited, weights, seed);
    boolean[] outlying = far;
    double[] error = pilot.errors(outlying);
    for (int round = 0; round < OutlierRules.ROUNDS; round++) {
      Optional<TailLimits> errorReach = TailLimits.of(error, weights, n);
      if (errorReach.isEmpty()) {
        return NONE;
      }
      boolean[] next = outside(errorReach.get(), error, OutlierRules.ERROR);
      if (Arrays.equals(next, outlying)) {
        break;
      }
      outlying = next;
      error = pilot.errors(outlying);
    }
    boolean[] unexplained = unexplained(outlying, error, labels, reach.get().median());
    boolean certain = intersect(unexplained, outside(reach.get(), labels, OutlierRules.CERTAIN));
    return count(outlying) <= OutlierRules.MAX_LABELS * outlying.length
            && (certain
                || intersect(unexplained, far)
                    && worse(pilot.errors(new boolean[outlying.length]), error))
        ? new OutlierLabels(rows(outlying), of(error, rows(outlying)))
        : NONE;
  }

  private static boolean[] outside(TailLimits reach, double[] values, double factor) {
    boolean[] out = new boolean[values.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = reach.outside(values[i], factor);
    }
    return out;
  }

  private static int[] rows(boolean[] which) {
    return IntStream.range(0, which.length).filter(i -> which[i]).toArray();
  }

  private static double[] of(double[] values, int[] rows) {
    return IntStream.of(rows).mapToDouble(i -> values[i]).toArray();
  }

  private static int count(boolean[] which) {
    return rows(which).length;
  }

  /** Labels with a large prediction error. */
  private static boolean[] unexplained(
      boolean[] outlying, double[] error, double[] labels, double median) {
    boolean[] out = new boolean[outlying.length];
    for (int i = 0; i < out.length; i++) {
      double distance = OutlierRules.UNEXPLAINED * Math.abs(labels[i] - median);
      out[i] = outlying[i] && Math.abs(error[i]) > distance;
    }
    return out;
  }

  private static boolean intersect(boolean[] a, boolean[] b) {
    return IntStream.range(0, a.length).anyMatch(i -> a[i] && b[i]);
  }

  /** Whether errors are clearly larger than others, each limited to the reach of the latter. */
  private static boolean worse(double[] with, double[] without) {
    TailLimits reach = TailLimits.of(without).orElseThrow();
    double limit = Math.max(reach.below(), reach.above());
    double all = Arrays.stream(with).map(e -> Math.min(limit, Math.abs(e))).sum();
    double rest = Arrays.stream(without).map(e -> Math.min(limit, Math.abs(e))).sum();
    return rest < (1 - OutlierRules.GAIN) * all;
  }
}
