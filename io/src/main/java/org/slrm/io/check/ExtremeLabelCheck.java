package org.slrm.io.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.io.check.TableColumns.CheckedColumn;
import org.slrm.method.LabelKind;

/** Finds a few labels far from all others, by the median and the median absolute deviation. */
final class ExtremeLabelCheck {
  private static final int MIN_ROWS = 20;

  /** Distance in robust standard deviations. */
  private static final double FAR = 20;

  /** Ratio of the smallest distance of an extreme label to the largest of the others. */
  private static final double GAP = 2;

  private static final int MAX_LABELS = 3;
  private static final double MAX_FRACTION = 0.01;
  private static final int NAMED = 20;

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
    int[] outlying = far(y, FAR);
    // Amounts and counts that spread over orders of magnitude are no outliers.
    if (kind.isCount()) {
      outlying = both(outlying, far(Arrays.stream(y).map(Math::log1p).toArray(), FAR / 2));
    } else if (Arrays.stream(y).allMatch(v -> Double.isNaN(v) || v > 0)) {
      outlying = both(outlying, far(Arrays.stream(y).map(Math::log).toArray(), FAR / 2));
    }
    if (outlying.length == 0) {
      return;
    }
    int[] named = Arrays.copyOf(outlying, Math.min(NAMED, outlying.length));
    out.add(
        DataWarning.of(DataWarning.EXTREME_LABELS, target.name(), outlying.length)
            .with("values", IntStream.of(named).mapToObj(i -> y[i]).toList())
            .with("rows", IntStream.of(named).mapToObj(i -> table.rows()[i] + 1L).toList())
            .with("numeric", kind.usesSquaredError()));
  }

  /** Rows of extreme labels, the farthest first; none if they are many or near the others. */
  private static int[] far(double[] y, double beyond) {
    double[] observed = Arrays.stream(y).filter(v -> !Double.isNaN(v)).sorted().toArray();
    if (observed.length < MIN_ROWS) {
      return new int[0];
    }
    double median = observed[observed.length / 2];
    double[] distance = Arrays.stream(observed).map(v -> Math.abs(v - median)).sorted().toArray();
    double limit = beyond * 1.4826 * distance[distance.length / 2];
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
    double farthestOther = distance[distance.length - 1 - out.length];
    boolean separated = Math.abs(y[out[out.length - 1]] - median) > GAP * farthestOther;
    return separated ? out : new int[0];
  }

  private static int[] both(int[] a, int[] b) {
    return IntStream.of(a).filter(i -> IntStream.of(b).anyMatch(j -> i == j)).toArray();
  }
}
