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
   * The given separator, or the one that splits the first lines into most fields, equally many in
   * each.
   */
  static char of(ReadOptions options, String file, String head) {
    Character given = options.separator();
    if (given != null) {
      return given;
    }
    List<String> lines = head.lines().filter(l -> !l.isBlank()).limit(LINES).toList();
    // The last line of the sample may be incomplete.
    List<String> whole = lines.size() > 1 ? lines.subList(0, lines.size() - 1) : lines;
    char best = file.toLowerCase(Locale.ROOT).replaceAll("\\.gz$", "").endsWith(".tsv") ? '\t' : 0;
    long bestScore = best == 0 ? 0 : score(best, whole);
    for (char c : CANDIDATES) {
      long s = c == ',' && options.decimalComma() ? 0 : score(c, whole);
      if (s > bestScore) {
        best = c;
        bestScore = s;
      }
    }
    return best != 0 ? best : options.decimalComma() ? ';' : ',';
  }

  /**
   * Score of a separator: first by lines with as many fields as the first, then by their number.
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
    int found = 0;
    boolean quoted = false;
    for (char c : line.toCharArray()) {
      quoted ^= c == '"';
      found += c == separator && !quoted ? 1 : 0;
    }
    return found;
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
