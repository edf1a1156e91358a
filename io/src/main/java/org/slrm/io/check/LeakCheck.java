package org.slrm.io.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.slrm.io.check.TableColumns.CheckedColumn;
import org.slrm.result.Folds;

/**
 * Finds columns that explain nearly all of a target alone, unless the other columns together or
 * most single columns explain it too.
 */
final class LeakCheck {
  private static final double NEARLY_ALL = 0.98;

  /** If the other columns leave a smaller fraction unexplained, there is no warning. */
  private static final double MIN_UNEXPLAINED = 0.01;

  /** Minimum ratio of the unexplained fractions of the other columns and the column. */
  private static final double MIN_RATIO = 2;

  private static final int MAX_ROWS = 4_000;

  /** Number of rows of a preliminary check with a minimum explained fraction. */
  private static final int FIRST_ROWS = 400;

  private static final double MIN_EXPLAINED = 0.5;

  private static final int MAX_CLASSES = 30;

  private LeakCheck() {}

  static List<DataWarning> of(TableColumns table) {
    int n = table.rows().length;
    int[] rows =
        n <= MAX_ROWS
            ? IntStream.range(0, n).toArray()
            : Arrays.copyOf(Folds.shuffled(n, 2), MAX_ROWS);
    List<DataWarning> out = new ArrayList<>();
    for (int t = 0; t < table.targets().size(); t++) {
      target(table, t, rows, out);
    }
    return out;
  }

  private static void target(TableColumns table, int t, int[] rows, List<DataWarning> out) {
    CheckedColumn target = table.targets().get(t);
    boolean classification = table.kinds().get(t).isClassification();
    double[] y = SingleColumnFit.at(target.values(), rows);
    List<double[]> others = new ArrayList<>();
    Map<String, Double> suspects = new LinkedHashMap<>();
    for (CheckedColumn c : table.features()) {
      double[] x = SingleColumnFit.at(c.values(), rows);
      double explained = Math.min(1, explained(c, x, target, y, classification));
      if (explained >= NEARLY_ALL) {
        suspects.put(c.name(), explained);
      } else if (!c.categorical()) {
        others.add(x);
      }
    }
    boolean common = suspects.size() > 2 && 2 * suspects.size() > table.features().size();
    if (suspects.isEmpty() || common) {
      return;
    }
    double together = StepwiseColumns.explained(others, classification ? mostFrequent(y) : y);
    suspects.forEach(
        (column, alone) -> {
          if (1 - together > Math.max(MIN_UNEXPLAINED, MIN_RATIO * (1 - alone))) {
            String name = target.name();
            out.add(
                DataWarning.of(DataWarning.LEAK, column, alone)
                    .with("target", name)
                    .with("others", together));
          }
        });
  }

  /** Whether a column explains little of a numeric target in a sample of the rows. */
  private static boolean explainsLittle(double[] x, double[] y) {
    int step = x.length / FIRST_ROWS;
    if (step < 2) {
      return false;
    }
    int[] rows = IntStream.range(0, FIRST_ROWS).map(k -> k * step).toArray();
    double[] sample = SingleColumnFit.at(x, rows);
    boolean enough = 2 * Arrays.stream(sample).filter(v -> !Double.isNaN(v)).count() > FIRST_ROWS;
    return enough
        && SingleColumnFit.ofNumericTarget(sample, SingleColumnFit.at(y, rows), false)
            < MIN_EXPLAINED;
  }

  private static double explained(
      CheckedColumn c, double[] x, CheckedColumn target, double[] y, boolean classification) {
    if (classification) {
      int count = Math.max(2, target.column().levels().size());
      return SingleColumnFit.ofClasses(x, y, Math.min(MAX_CLASSES, count));
    }
    return !c.categorical() && explainsLittle(x, y)
        ? 0
        : SingleColumnFit.ofNumericTarget(x, y, c.categorical());
  }

  /** Indicators of the most frequent class. */
  private static double[] mostFrequent(double[] y) {
    int[] count = new int[(int) Arrays.stream(y).filter(v -> !Double.isNaN(v)).max().orElse(0) + 1];
    Arrays.stream(y).filter(v -> !Double.isNaN(v)).forEach(v -> count[(int) v]++);
    int mode = IntStream.range(0, count.length).reduce(0, (a, b) -> count[b] > count[a] ? b : a);
    return Arrays.stream(y).map(v -> Double.isNaN(v) ? v : v == mode ? 1 : 0).toArray();
  }
}
