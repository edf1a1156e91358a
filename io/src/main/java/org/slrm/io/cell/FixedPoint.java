package org.slrm.io.cell;

import java.util.Locale;

/**
 * Numbers with a given number of decimals, as with {@code String.format(Locale.ROOT, "%,.2f", v)}.
 * Hand-written, because Java's formatter takes longer to start than a short command runs.
 *
 * <pre>{@code
 * String text = FixedPoint.grouped(12345.675, 2);   // 12,345.68
 * }</pre>
 */
public final class FixedPoint {
  private static final int MAX_DECIMALS = 9;

  private FixedPoint() {}

  /** With commas between thousands. */
  public static String grouped(double v, int decimals) {
    return text(v, decimals, true);
  }

  /** Without commas. */
  public static String plain(double v, int decimals) {
    return text(v, decimals, false);
  }

  /** A whole number with commas. */
  public static String count(long n) {
    return group(new StringBuilder(Long.toString(n)), n < 0 ? 1 : 0).toString();
  }

  private static String text(double v, int decimals, boolean groups) {
    String digits = Double.toString(Math.abs(v));
    int point = digits.indexOf('.');
    if (point < 0 || decimals > MAX_DECIMALS || digits.indexOf('E') >= 0) {
      return String.format(Locale.ROOT, (groups ? "%,." : "%.") + decimals + "f", v);
    }
    // The digits as an integer, rounded by the first dropped digit.
    long value = Long.parseLong(digits, 0, point, 10);
    for (int k = 1; k <= decimals; k++) {
      value = 10 * value + digit(digits, point + k);
    }
    value += digit(digits, point + 1 + decimals) >= 5 ? 1 : 0;
    StringBuilder out = new StringBuilder(Long.toString(value));
    while (out.length() <= decimals) {
      out.insert(0, '0');
    }
    String fraction = decimals == 0 ? "" : "." + out.substring(out.length() - decimals);
    out.setLength(out.length() - decimals);
    if (groups) {
      group(out, 0);
    }
    boolean negative = Double.doubleToRawLongBits(v) < 0;
    return (negative ? "-" : "") + out + fraction;
  }

  private static int digit(String digits, int at) {
    return at < digits.length() ? digits.charAt(at) - '0' : 0;
  }

  private static StringBuilder group(StringBuilder whole, int from) {
    for (int k = whole.length() - 3; k > from; k -= 3) {
      whole.insert(k, ',');
    }
    return whole;
  }
}
