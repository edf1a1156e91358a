package org.slrm.io.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.io.check.TableColumns.CheckedColumn;
import org.slrm.method.LabelKind;

/** Finds a few extreme labels by the median and the median absolute deviation. */
final class ExtremeLabelCheck {
  private static final int MIN_ROWS = 20;

  /** Minimum distance in robust standard deviations. */
  private static final double MIN_DISTANCE = 20;

  /** Minimum ratio of the distance of an extreme label to the distances of other labels. */
  private static final double MIN_RATIO = 2;

  private static final int MAX_LABELS = 3;
  private static final double MAX_FRACTION = 0.01;
  private static final int MAX_NAMED = 20;

  private ExtremeLabelCheck() {}

  static List<DataWarning> of(TableColumns table) {
    List<DataWarning> out = new ArrayList<>();
    for (int t = 0; t < table.targets().size(); t++) {
      LabelKind kind = table.kinds().get(t);
      if (!kind.isClassification() && Double.isNaN(kind.quantile())) {
        target(table, table.targets().get(t), kind, out);
      }
    }
    return out;
  }

  private static void target(
      TableColumns table, CheckedColumn target, LabelKind kind, List<DataWarning> out) {
    double[] y = target.values();
    int[] extreme = extremes(y, MIN_DISTANCE);
    // Amounts and counts must also be extreme on the logarithmic scale.
    if (kind.isCount()) {
      extreme =
          intersection(
              extreme, extremes(Arrays.stream(y).map(Math::log1p).toArray(), MIN_DISTANCE / 2));
    } else if (Arrays.stream(y).allMatch(v -> Double.isNaN(v) || v > 0)) {
      extreme =
          intersection(
              extreme, extremes(Arrays.stream(y).map(Math::log).toArray(), MIN_DISTANCE / 2));
    }
    if (extreme.length == 0) {
      return;
    }
    int[] named = Arrays.copyOf(extreme, Math.min(MAX_NAMED, extreme.length));
    out.add(
        DataWarning.of(DataWarning.EXTREME_LABELS, target.name(), extreme.length)
            .with("values", IntStream.of(named).mapToObj(i -> y[i]).toList())
            .with("rows", IntStream.of(named).mapToObj(i -> table.rows()[i] + 1L).toList())
            .with("numeric", kind.usesSquaredError()));
  }

  /** Rows of extreme labels by decreasing distance; empty if there are many or no clear gap. */
  private static int[] extremes(double[] y, double minDistance) {
    double[] observed = Arrays.stream(y).filter(v -> !Double.isNaN(v)).sorted().toArray();
    if (observed.length < MIN_ROWS) {
      return new int[0];
    }
    double median = observed[observed.length / 2];
    double[] distance = Arrays.stream(observed).map(v -> Math.abs(v - median)).sorted().toArray();
    double limit = minDistance * 1.4826 * distance[distance.length / 2];
    int[] out =
        IntStream.range(0, y.length)
            .filter(i -> Math.abs(y[i] - median) > limit)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -Math.abs(y[i] - median)))
            .mapToInt(i -> i)
            .toArray();
    int max = Math.max(MAX_LABELS, (int) (MAX_FRACTION * observed.length));
    if (limit == 0 || out.length == 0 || out.length > max) {
      return new int[0];
    }
    double largestOther = distance[distance.length - 1 - out.length];
    boolean separated = Math.abs(y[out[out.length - 1]] - median) > MIN_RATIO * largestOther;
    return separated ? out : new int[0];
  }

  private static int[] intersection(int[] a, int[] b) {
    return IntStream.of(a).filter(i -> IntStream.of(b).anyMatch(j -> i == j)).toArray();
  }
}
