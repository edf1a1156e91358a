package org.slrm.io.format;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slrm.io.column.ReadOptions;

/** Detects the separator of a CSV file. */
final class Separators {
  private static final char[] CANDIDATES = {',', ';', '\t', '|'};
  private static final int LINES = 50;

  private Separators() {}

  /**
   * The given separator, or the separator that splits the first lines into the largest equal number
   * of fields.
   */
  static char of(ReadOptions options, String file, String head) {
    Character requested = options.separator();
    if (requested != null) {
      return requested;
    }
    List<String> lines = head.lines().filter(l -> !l.isBlank()).limit(LINES).toList();
    // The last line of the sample may be incomplete.
    List<String> complete = lines.size() > 1 ? lines.subList(0, lines.size() - 1) : lines;
    char best = file.toLowerCase(Locale.ROOT).replaceAll("\\.gz$", "").endsWith(".tsv") ? '\t' : 0;
    long bestScore = best == 0 ? 0 : score(best, complete);
    for (char c : CANDIDATES) {
      long s = c == ',' && options.decimalComma() ? 0 : score(c, complete);
      if (s > bestScore) {
        best = c;
        bestScore = s;
      }
    }
    return best != 0 ? best : options.decimalComma() ? ';' : ',';
  }

  /**
   * Score of a separator: the fraction of lines with as many fields as the first line, then the
   * number of fields.
   */
  private static long score(char separator, List<String> lines) {
    int first = lines.isEmpty() ? 0 : count(separator, lines.get(0));
    if (first == 0) {
      return 0;
    }
    long equal = lines.stream().filter(l -> count(separator, l) == first).count();
    return equal * 1_000_000 / lines.size() * 1000 + Math.min(first, 999);
  }

  private static int count(char separator, String line) {
    int count = 0;
    boolean quoted = false;
    for (char c : line.toCharArray()) {
      quoted ^= c == '"';
      count += c == separator && !quoted ? 1 : 0;
    }
    return count;
  }

  /** The name of the separator. */
  static String word(@Nullable Character separator) {
    return switch (separator == null ? ' ' : separator) {
      case ',' -> "comma";
      case ';' -> "semicolon";
      case '\t' -> "tab";
      case '|' -> "bar";
      case ' ' -> "blank";
      default -> "'" + separator + "'";
    };
  }
}
