package org.slrm.cli.output;

import java.util.List;
import java.util.Locale;
import org.slrm.io.cell.FixedPoint;
import org.slrm.io.check.Words;

/** Numbers, durations and tables as text. */
public final class ReadableText {
  private ReadableText() {}

  /** About four significant digits. */
  public static String number(double value) {
    return Words.rounded(value);
  }

  /** A fraction as a percentage. */
  public static String percent(double fraction) {
    return Double.isNaN(fraction) ? "–" : FixedPoint.plain(100 * fraction, 1) + " %";
  }

  /** An integer with separators: 12,800. */
  public static String count(long n) {
    return FixedPoint.count(n);
  }

  /** "3.2 s", "4 min 10 s", "2 h 5 min". */
  public static String duration(double seconds) {
    if (seconds < 60) {
      return FixedPoint.plain(seconds, seconds < 9.95 ? 1 : 0) + " s";
    }
    long s = Math.round(seconds);
    return s < 3600 ? s / 60 + " min " + s % 60 + " s" : s / 3600 + " h " + s % 3600 / 60 + " min";
  }

  /** "60", "60s", "5m", "1.5h" in seconds. */
  public static double seconds(String text) {
    String t = text.trim().toLowerCase(Locale.ROOT);
    double unit = t.endsWith("h") ? 3600 : t.endsWith("m") || t.endsWith("min") ? 60 : 1;
    try {
      double value = Double.parseDouble(t.replaceAll("(s|m|min|h)$", "").trim());
      if (value > 0 && value < 1e9) {
        return value * unit;
      }
    } catch (NumberFormatException e) {
      // Falls through to the common message.
    }
    throw CommandException.usage(
        "--time-budget must be a time above 0 such as 60s, 5m or 1h, got " + text);
  }

  /** The first names of a list, and the last one, which is often the target. */
  public static String some(List<String> names, int limit) {
    return Words.firstAndLast(names.stream().map(ForeignText::word).toList(), limit);
  }

  /** Rows in aligned columns; columns whose header starts with &gt; are right-aligned. */
  public static String table(List<String> header, List<List<String>> cells) {
    List<List<String>> rows =
        cells.stream().map(row -> row.stream().map(ForeignText::line).toList()).toList();
    int columns = header.size();
    int[] width = new int[columns];
    for (int c = 0; c < columns; c++) {
      width[c] = title(header.get(c)).length();
      for (List<String> row : rows) {
        width[c] = Math.max(width[c], row.get(c).length());
      }
    }
    StringBuilder out = new StringBuilder();
    line(out, header, header.stream().map(ReadableText::title).toList(), width);
    rows.forEach(row -> line(out, header, row, width));
    return out.toString();
  }

  private static void line(StringBuilder out, List<String> header, List<String> row, int[] width) {
    StringBuilder line = new StringBuilder(" ");
    for (int c = 0; c < width.length; c++) {
      String pad = " ".repeat(width[c] - row.get(c).length());
      boolean right = header.get(c).startsWith(">");
      line.append(' ').append(right ? pad + row.get(c) : row.get(c) + pad).append(' ');
    }
    out.append(line.toString().stripTrailing()).append('\n');
  }

  private static String title(String header) {
    return header.startsWith(">") ? header.substring(1) : header;
  }
}
