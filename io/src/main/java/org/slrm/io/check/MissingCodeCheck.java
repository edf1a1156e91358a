package org.slrm.io.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.slrm.io.cell.NumberParser;
import org.slrm.io.check.TableColumns.CheckedColumn;
import org.slrm.io.column.Schema;

/**
 * A value that looks like a code for missing: repeated, all nines or a round negative number, and
 * far from the rest of its column.
 */
final class MissingCodeCheck implements TableCheck {
  private static final int MIN_TIMES = 3;
  private static final int MIN_OTHERS = 10;
  private static final int MAX_CODES = 3;

  /** The gap to the rest, in interquartile ranges of the rest. */
  private static final double FAR = 0.25;

  /**
   * The gap to the rest, in largest gaps within the half of the rest next to it: where others
   * repeat too, as in prices, more than where they hardly do, as in measurements.
   */
  private static final double ALONE_AMONG_FEW = 3;

  private static final double ALONE_AMONG_MANY = 1;

  /** The ends of the ranges of whole numbers. */
  private static final Set<Double> LIMITS =
      Set.of(32767d, 32768d, 65535d, 2147483647d, 2147483648d, 4294967295d);

  @Override
  public List<DataWarning> of(TableColumns table) {
    List<DataWarning> out = new ArrayList<>();
    List<CheckedColumn> all = new ArrayList<>(table.targets());
    all.addAll(table.features());
    for (CheckedColumn c : all) {
      if (c.column().kind() == Schema.Kind.NUMERIC && maybe(c.known())) {
        column(c, table.tokens(), out);
      }
    }
    return out;
  }

  /** Whether the smallest or the largest value may be a code: most columns need not be sorted. */
  private static boolean maybe(double[] known) {
    double min = Double.POSITIVE_INFINITY;
    double max = Double.NEGATIVE_INFINITY;
    for (double v : known) {
      min = Math.min(min, v);
      max = Math.max(max, v);
    }
    int low = 0;
    int high = 0;
    for (double v : known) {
      low += v == min ? 1 : 0;
      high += v == max ? 1 : 0;
    }
    return low >= MIN_TIMES && looksLikeCode(min) || high >= MIN_TIMES && looksLikeCode(max);
  }

  private static void column(CheckedColumn c, Set<String> tokens, List<DataWarning> out) {
    double[] sorted = c.sorted();
    for (int found = 0; found < MAX_CODES; found++) {
      int low = atStart(sorted, true);
      int high = atStart(mirrored(sorted), false);
      if (low > 0) {
        out.add(warning(c, sorted[0], low, tokens));
        sorted = Arrays.copyOfRange(sorted, low, sorted.length);
      } else if (high > 0) {
        out.add(warning(c, sorted[sorted.length - 1], high, tokens));
        sorted = Arrays.copyOf(sorted, sorted.length - high);
      } else {
        return;
      }
    }
  }

  /** How often the first of rising values comes if it looks like a code, else 0. */
  private static int atStart(double[] v, boolean low) {
    int times = 0;
    while (times < v.length && v[times] == v[0]) {
      times++;
    }
    int others = v.length - times;
    if (times < MIN_TIMES || others < MIN_OTHERS || !looksLikeCode(low ? v[0] : -v[0])) {
      return 0;
    }
    double gap = v[times] - v[0];
    double quartiles = v[times + 3 * others / 4] - v[times + others / 4];
    boolean constant = v[v.length - 1] == v[times];
    return !constant && gap >= FAR * quartiles && gap >= alone(v, times) ? times : 0;
  }

  /** The gap that sets the first values apart from the others. */
  private static double alone(double[] v, int from) {
    int others = v.length - from;
    double within = 0;
    for (int i = from + 1; i <= from + others / 2; i++) {
      within = Math.max(within, v[i] - v[i - 1]);
    }
    int distinct = 1;
    for (int i = from + 1; i < v.length; i++) {
      distinct += v[i] > v[i - 1] ? 1 : 0;
    }
    return (2 * distinct > others ? ALONE_AMONG_MANY : ALONE_AMONG_FEW) * within;
  }

  private static double[] mirrored(double[] v) {
    double[] out = new double[v.length];
    for (int i = 0; i < v.length; i++) {
      out[i] = -v[v.length - 1 - i];
    }
    return out;
  }

  /** All nines, at least two of them; negative hundreds; the end of a range of whole numbers. */
  static boolean looksLikeCode(double v) {
    double size = Math.abs(v);
    boolean nines = NumberParser.plain(size).matches("9[9.]*9(\\.0)?");
    return nines || v <= -100 && size % 100 == 0 || LIMITS.contains(size);
  }

  private static DataWarning warning(CheckedColumn c, double code, int times, Set<String> tokens) {
    return DataWarning.of(
        DataWarning.CODE, c.name(), code, "rows", times, "tokens", List.copyOf(tokens));
  }
}
