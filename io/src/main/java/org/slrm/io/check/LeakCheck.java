package org.slrm.io.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.io.check.TableColumns.CheckedColumn;
import org.slrm.result.Folds;

/**
 * A column that alone explains nearly all of a target, which the others together do not. Where
 * others do it too, or most columns do, the table is merely easy.
 */
final class LeakCheck implements TableCheck {
  private static final double NEARLY_ALL = 0.98;

  /** Others that leave less than this are as good. */
  private static final double HARDLY_ANY = 0.01;

  /** What the others leave must be this multiple of what the column leaves. */
  private static final double TIMES = 2;

  private static final int MAX_ROWS = 4_000;

  /**
   * From this number of rows on, a column that explains less than this share is not looked at
   * further.
   */
  private static final int FEW_ROWS = 400;

  private static final double FAR = 0.5;

  private static final int MAX_CLASSES = 30;

  @Override
  public List<DataWarning> of(TableColumns table) {
    int[] rows = rows(table.rows().length);
    List<DataWarning> out = new ArrayList<>();
    for (int t = 0; t < table.targets().size(); t++) {
      target(table, t, rows, out);
    }
    return out;
  }

  private static int[] rows(int n) {
    return n <= MAX_ROWS
        ? IntStream.range(0, n).toArray()
        : Arrays.copyOf(Folds.shuffled(n, 2), MAX_ROWS);
  }

  private static void target(TableColumns table, int t, int[] rows, List<DataWarning> out) {
    CheckedColumn target = table.targets().get(t);
    boolean classes = table.kinds().get(t).isClassification();
    double[] y = at(target.values(), rows);
    List<double[]> others = new ArrayList<>();
    List<Suspect> suspects = new ArrayList<>();
    for (CheckedColumn c : table.features()) {
      double[] x = at(c.values(), rows);
      double alone = Math.min(1, alone(c, x, target, y, classes));
      if (alone >= NEARLY_ALL) {
        suspects.add(new Suspect(c.name(), alone));
      } else if (!c.categorical()) {
        others.add(x);
      }
    }
    boolean easy = suspects.size() > 2 && 2 * suspects.size() > table.features().size();
    if (suspects.isEmpty() || easy) {
      return;
    }
    double together = StepwiseColumns.explained(others, classes ? commonest(y) : y);
    for (Suspect s : suspects) {
      if (1 - together > Math.max(HARDLY_ANY, TIMES * (1 - s.alone))) {
        out.add(s.warning(target.name(), together));
      }
    }
  }

  /** Whether some of the rows show that a column is far from explaining a number. */
  private static boolean hopeless(double[] x, double[] y) {
    int step = x.length / FEW_ROWS;
    if (step < 2) {
      return false;
    }
    int[] some = IntStream.range(0, FEW_ROWS).map(k -> k * step).toArray();
    double[] of = at(x, some);
    boolean enough = 2 * Arrays.stream(of).filter(v -> !Double.isNaN(v)).count() > FEW_ROWS;
    return enough && SingleColumnFit.ofNumber(of, at(y, some), false) < FAR;
  }

  private static double alone(
      CheckedColumn c, double[] x, CheckedColumn target, double[] y, boolean classes) {
    if (classes) {
      return byClass(x, target, y);
    }
    return !c.categorical() && hopeless(x, y) ? 0 : SingleColumnFit.ofNumber(x, y, c.categorical());
  }

  private record Suspect(String column, double alone) {
    DataWarning warning(String target, double together) {
      return DataWarning.of(DataWarning.LEAK, column, alone, "target", target, "others", together);
    }
  }

  private static double byClass(double[] x, CheckedColumn target, double[] y) {
    int classes = Math.max(2, target.column().levels().size());
    return SingleColumnFit.ofClasses(x, y, Math.min(MAX_CLASSES, classes));
  }

  /** The commonest class as 1, the others as 0. */
  private static double[] commonest(double[] y) {
    int levels = (int) Arrays.stream(y).filter(v -> !Double.isNaN(v)).max().orElse(0) + 1;
    int[] count = new int[levels];
    Arrays.stream(y).filter(v -> !Double.isNaN(v)).forEach(v -> count[(int) v]++);
    int most = IntStream.range(0, levels).reduce(0, (a, b) -> count[b] > count[a] ? b : a);
    return Arrays.stream(y).map(v -> Double.isNaN(v) ? v : v == most ? 1 : 0).toArray();
  }

  private static double[] at(double[] v, int[] rows) {
    return IntStream.of(rows).mapToDouble(i -> v[i]).toArray();
  }
}
