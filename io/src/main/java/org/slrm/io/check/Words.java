package org.slrm.io.check;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.slrm.io.cell.FixedPoint;
import org.slrm.io.cell.NumberParser;

/** Numbers and names as messages write them. */
public final class Words {
  private Words() {}

  /** A name in quotes. */
  public static String quoted(String name) {
    return "\"" + name + "\"";
  }

  /** A share with one decimal; near 1 it never says all when that is not so. */
  public static String percent(double share) {
    double p = 100 * share;
    double shown = p < 100 && p > 99.9 ? 99.9 : p > 0 && p < 0.1 ? 0.1 : p;
    return FixedPoint.plain(shown, shown == Math.rint(shown) ? 0 : 1) + " %";
  }

  /** A number in full if it is whole, else with five digits. */
  public static String number(double v) {
    return v == Math.rint(v) && Math.abs(v) < 1e15
        ? NumberParser.plain(v)
        : new BigDecimal(v).round(new MathContext(5)).stripTrailingZeros().toString();
  }

  /** A number with about four digits; a dash where there is none. */
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

  /** A number of things. */
  public static String count(long n, String one, String many) {
    return FixedPoint.count(n) + " " + (n == 1 ? one : many);
  }

  /** A number of rows. */
  public static String rows(long n) {
    return count(n, "row", "rows");
  }

  /** The first few, and how many more there are; one more is named too. */
  public static String some(List<String> all, int most) {
    return some(all, all.size(), most);
  }

  /** The first few of some that are named, and how many more there are in all. */
  public static String some(List<String> named, long all, int most) {
    int shown = Math.min(named.size(), all == most + 1L ? most + 1 : most);
    String text = String.join(", ", named.subList(0, shown));
    return all > shown ? text + " and " + (all - shown) + " more" : text;
  }

  /** The first names of a list and, as targets are often the last, its last. */
  public static String firstAndLast(List<String> names, int most) {
    List<String> shown = new ArrayList<>(names.subList(0, Math.min(most, names.size())));
    if (names.size() > most) {
      shown.set(most - 1, "…");
      shown.add(names.get(names.size() - 1));
    }
    return String.join(", ", shown);
  }
}
