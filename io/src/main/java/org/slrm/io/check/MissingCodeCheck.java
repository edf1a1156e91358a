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
 * A value that looks like a code for missing: repeated, all nines or a round negative number, and
 * far from the rest of its column.
 */
final class MissingCodeCheck {
  private static final int MIN_TIMES = 3;
  private static final int MIN_OTHERS = 10;
  private static final int MAX_CODES = 3;

  /** The gap to the rest, in interquartile ranges of the rest. */
  private static final double FAR = 0.25;

  /**
   * The gap to the rest, in largest gaps within the half of the rest next to it, where values
   * repeat, as prices do.
   */
  private static final double MIN_GAPS_REPEATED = 3;

  /** The gap where values hardly repeat, as in measurements. */
  private static final double MIN_GAPS_DISTINCT = 1;

  /** The ends of the ranges of whole numbers. */
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

  /** Whether the smallest or the largest value may be a code: most columns need not be sorted. */
  private static boolean mayHaveCode(double[] observed) {
    double min = Arrays.stream(observed).min().orElse(0);
    double max = Arrays.stream(observed).max().orElse(0);
    return repeated(observed, min) && looksLikeCode(min)
        || repeated(observed, max) && looksLikeCode(max);
  }

  private static boolean repeated(double[] values, double value) {
    return Arrays.stream(values).filter(v -> v == value).count() >= MIN_TIMES;
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

  /** Count of the smallest of sorted values if it looks like a code, else 0. */
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
    return !constant && gap >= FAR * quartiles && gap >= minGap(v, times) ? times : 0;
  }

  /** The smallest gap between a code and the values from a position on. */
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

  /** All nines, at least two of them; negative hundreds; the end of a range of whole numbers. */
  static boolean looksLikeCode(double v) {
    double size = Math.abs(v);
    boolean nines = NumberParser.plain(size).matches("9[9.]*9(\\.0)?");
    return nines || v <= -100 && size % 100 == 0 || LIMITS.contains(size);
  }

  private static DataWarning warning(CheckedColumn c, double code, int times, Set<String> tokens) {
    return DataWarning.of(DataWarning.CODE, c.name(), code)
        .with("rows", times)
        .with("tokens", List.copyOf(tokens));
  }
}
