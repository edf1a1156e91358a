package org.slrm.io.check;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.slrm.io.cell.FixedPoint;
import org.slrm.io.cell.NumberParser;

/** Formats numbers and names for messages. */
public final class Words {
  private Words() {}

  /** A name in quotes. */
  public static String quoted(String name) {
    return "\"" + name + "\"";
  }

  /** A fraction as percentage with one decimal; only 1 is 100 % and only 0 is 0 %. */
  public static String percent(double fraction) {
    double p = 100 * fraction;
    double shown = p < 100 && p > 99.9 ? 99.9 : p > 0 && p < 0.1 ? 0.1 : p;
    return FixedPoint.plain(shown, shown == Math.rint(shown) ? 0 : 1) + " %";
  }

  /** Formats an integer in full and other numbers with five digits. */
  public static String number(double v) {
    return v == Math.rint(v) && Math.abs(v) < 1e15
        ? NumberParser.plain(v)
        : new BigDecimal(v).round(new MathContext(5)).stripTrailingZeros().toString();
  }

  /** A number with about four digits; a dash if it is not finite. */
  public static String rounded(double value) {
    if (!Double.isFinite(value)) {
      return "–";
    }
    double size = Math.abs(value);
    if (size != 0 && (size < 1e-3 || size >= 1e7)) {
      return String.format(Locale.ROOT, "%.3e", value);
    }
    String plain = new BigDecimal(value).round(new MathContext(4)).toPlainString();
    return plain.contains(".") ? plain.replaceAll("0+$", "").replaceAll("\\.$", "") : plain;
  }

  /** A count with its noun. */
  public static String count(long n, String one, String many) {
    return FixedPoint.count(n) + " " + (n == 1 ? one : many);
  }

  /** A number of rows. */
  public static String rows(long n) {
    return count(n, "row", "rows");
  }

  /** The first names and the number of remaining names; a single remaining name is listed. */
  public static String some(List<String> all, int limit) {
    return some(all, all.size(), limit);
  }

  /** The first names and the number of remaining names among all. */
  public static String some(List<String> named, long all, int limit) {
    int shown = Math.min(named.size(), all == limit + 1L ? limit + 1 : limit);
    String text = String.join(", ", named.subList(0, shown));
    return all > shown ? text + " and " + (all - shown) + " more" : text;
  }

  /** The first names of a list and its last one, which is often the target. */
  public static String firstAndLast(List<String> names, int limit) {
    List<String> shown = new ArrayList<>(names.subList(0, Math.min(limit, names.size())));
    if (names.size() > limit) {
      shown.set(limit - 1, "…");
      shown.add(names.get(names.size() - 1));
    }
    return String.join(", ", shown);
  }
}
