package org.slrm.io.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.io.check.TableColumns.CheckedColumn;
import org.slrm.method.LabelKind;

/** A few labels far from all others, by the median and the median distance from it. */
final class ExtremeLabelCheck implements TableCheck {
  private static final int MIN_ROWS = 20;

  /** Standard deviations, if the middle of the labels is as in a normal distribution. */
  private static final double FAR = 20;

  /** How much farther they are than the farthest other. */
  private static final double GAP = 2;

  private static final int FEW = 3;
  private static final double FEW_SHARE = 0.01;
  private static final int NAMED = 20;

  @Override
  public List<DataWarning> of(TableColumns table) {
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
    int[] far = far(y);
    // Amounts and counts that spread over orders of magnitude are no outliers.
    int[] outlying = far;
    if (kind.isCount()) {
      outlying = both(far, far(Arrays.stream(y).map(Math::log1p).toArray(), FAR / 2));
    } else if (Arrays.stream(y).allMatch(v -> Double.isNaN(v) || v > 0)) {
      outlying = both(far, far(Arrays.stream(y).map(Math::log).toArray(), FAR / 2));
    }
    if (outlying.length == 0) {
      return;
    }
    int[] named = Arrays.copyOf(outlying, Math.min(NAMED, outlying.length));
    out.add(
        DataWarning.of(
            DataWarning.EXTREME_LABELS,
            target.name(),
            outlying.length,
            "values",
            IntStream.of(named).mapToObj(i -> y[i]).toList(),
            "rows",
            IntStream.of(named).mapToObj(i -> table.rows()[i] + 1L).toList(),
            "numeric",
            kind.isPlain()));
  }

  private static int[] far(double[] y) {
    return far(y, FAR);
  }

  /** Rows of the few labels beyond, the farthest first; none if they are many or not apart. */
  private static int[] far(double[] y, double beyond) {
    double[] known = Arrays.stream(y).filter(v -> !Double.isNaN(v)).sorted().toArray();
    if (known.length < MIN_ROWS) {
      return new int[0];
    }
    double median = known[known.length / 2];
    double[] distance = Arrays.stream(known).map(v -> Math.abs(v - median)).sorted().toArray();
    double limit = beyond * 1.4826 * distance[distance.length / 2];
    int[] out =
        IntStream.range(0, y.length)
            .filter(i -> Math.abs(y[i] - median) > limit)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -Math.abs(y[i] - median)))
            .mapToInt(i -> i)
            .toArray();
    int most = Math.max(FEW, (int) (FEW_SHARE * known.length));
    if (limit == 0 || out.length == 0 || out.length > most) {
      return new int[0];
    }
    double farthestOther = distance[distance.length - 1 - out.length];
    boolean apart = Math.abs(y[out[out.length - 1]] - median) > GAP * farthestOther;
    return apart ? out : new int[0];
  }

  private static int[] both(int[] a, int[] b) {
    return IntStream.of(a).filter(i -> IntStream.of(b).anyMatch(j -> i == j)).toArray();
  }
}
