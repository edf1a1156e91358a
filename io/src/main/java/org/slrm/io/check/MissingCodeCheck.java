package org.slrm.io.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slrm.io.cell.NumberParser;
import org.slrm.io.check.TableColumns.CheckedColumn;
import org.slrm.io.column.Schema;

/**
 * Finds values that look like codes for missing values: repeated, all nines or negative hundreds,
 * and far from the other values of the column.
 */
final class MissingCodeCheck {
  private static final int MIN_FREQUENCY = 3;
  private static final int MIN_OTHERS = 10;
  private static final int MAX_CODES = 3;

  /** Minimum gap to the other values, in their interquartile ranges. */
  private static final double MIN_GAP = 0.25;

  /**
   * Minimum gap to the other values, relative to the largest gap in their nearer half, for columns
   * with repeated values such as prices.
   */
  private static final double MIN_GAPS_REPEATED = 3;

  /** Minimum gap for columns whose values are mostly distinct, such as measurements. */
  private static final double MIN_GAPS_DISTINCT = 1;

  /** The limits of integer types. */
  private static final Set<Double> LIMITS =
      Set.of(32767d, 32768d, 65535d, 2147483647d, 2147483648d, 4294967295d);

  private MissingCodeCheck() {}

  static List<DataWarning> of(TableColumns table) {
    List<DataWarning> out = new ArrayList<>();
    Stream.concat(table.targets().stream(), table.features().stream())
        .filter(c -> c.column().kind() == Schema.Kind.NUMERIC && mayHaveCode(c.observed()))
        .forEach(c -> column(c, table.tokens(), out));
    return out;
  }

  /** Whether the smallest or the largest value may be a code, which avoids sorting most columns. */
  private static boolean mayHaveCode(double[] observed) {
    double min = Arrays.stream(observed).min().orElse(0);
    double max = Arrays.stream(observed).max().orElse(0);
    return repeated(observed, min) && looksLikeCode(min)
        || repeated(observed, max) && looksLikeCode(max);
  }

  private static boolean repeated(double[] values, double value) {
    return Arrays.stream(values).filter(v -> v == value).count() >= MIN_FREQUENCY;
  }

  private static void column(CheckedColumn c, Set<String> tokens, List<DataWarning> out) {
    double[] sorted = c.sorted();
    for (int found = 0; found < MAX_CODES; found++) {
      int low = codeAtStart(sorted, true);
      int high = codeAtStart(mirrored(sorted), false);
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

  /** Frequency of the smallest of sorted values if it looks like a code; 0 otherwise. */
  private static int codeAtStart(double[] v, boolean low) {
    int count = 0;
    while (count < v.length && v[count] == v[0]) {
      count++;
    }
    int others = v.length - count;
    if (count < MIN_FREQUENCY || others < MIN_OTHERS || !looksLikeCode(low ? v[0] : -v[0])) {
      return 0;
    }
    double gap = v[count] - v[0];
    double quartiles = v[count + 3 * others / 4] - v[count + others / 4];
    boolean constant = v[v.length - 1] == v[count];
    return !constant && gap >= MIN_GAP * quartiles && gap >= minGap(v, count) ? count : 0;
  }

  /** Minimum gap between a code and the values from a position on. */
  private static double minGap(double[] v, int from) {
    int others = v.length - from;
    double largest = 0;
    for (int i = from + 1; i <= from + others / 2; i++) {
      largest = Math.max(largest, v[i] - v[i - 1]);
    }
    long distinct = Arrays.stream(v, from, v.length).distinct().count();
    return (2 * distinct > others ? MIN_GAPS_DISTINCT : MIN_GAPS_REPEATED) * largest;
  }

  private static double[] mirrored(double[] v) {
    return IntStream.range(0, v.length).mapToDouble(i -> -v[v.length - 1 - i]).toArray();
  }

  /** Whether a value is at least two nines, a negative hundred or the limit of an integer type. */
  static boolean looksLikeCode(double v) {
    double size = Math.abs(v);
    boolean nines = NumberParser.plain(size).matches("9[9.]*9(\\.0)?");
    return nines || v <= -100 && size % 100 == 0 || LIMITS.contains(size);
  }

  private static DataWarning warning(CheckedColumn c, double code, int count, Set<String> tokens) {
    return DataWarning.of(DataWarning.CODE, c.name(), code)
        .with("rows", count)
        .with("tokens", List.copyOf(tokens));
  }
}
