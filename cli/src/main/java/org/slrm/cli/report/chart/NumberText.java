package org.slrm.cli.report.chart;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import org.slrm.io.cell.FixedPoint;

/** Formats all numbers of reports. */
public final class NumberText {
  private static final String SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

  private NumberText() {}

  /** Three significant digits, more for large integer parts; a dash for NaN. */
  public static String number(double v) {
    if (Double.isNaN(v)) {
      return "–";
    }
    if (Double.isInfinite(v)) {
      return v > 0 ? "∞" : "−∞";
    }
    double a = Math.abs(v);
    if (a == 0) {
      return "0";
    }
    if (a >= 1e7 || a < 1e-3) {
      return scientific(v);
    }
    int decimals = Math.max(0, 2 - (int) Math.floor(Math.log10(a)));
    return ungrouped(v, fixed(v, decimals));
  }

  /** A value of the data: integers without decimals, years without separators. */
  public static String value(double v) {
    return v == Math.rint(v) && Math.abs(v) < 1e7 ? ungrouped(v, fixed(v, 0)) : number(v);
  }

  /** Four digits have no separator, which would be wrong in a year. */
  private static String ungrouped(double v, String text) {
    return Math.abs(v) < 1e4 ? text.replace(",", "") : text;
  }

  /** Three significant digits without trailing zeros, for settings. */
  public static String shortest(double v) {
    if (!Double.isFinite(v) || v == 0) {
      return number(v);
    }
    double r = new BigDecimal(v).round(new MathContext(3)).doubleValue();
    return Math.abs(r) >= 1e5 || Math.abs(r) < 1e-3
        ? scientific(r).replaceAll("\\.?0+×", "×")
        : fixed(r, Math.max(0, new BigDecimal(Double.toString(r)).stripTrailingZeros().scale()));
  }

  /** Significant digits without separators, small and large numbers as in 2.1e-6. */
  public static String plain(double v, int digits) {
    return !Double.isFinite(v) || v == 0 ? number(v) : plain(rounded(v, digits));
  }

  /**
   * An integer or at most three digits, without separators, so that commas can separate numbers.
   */
  public static String plain(double v) {
    if (v == Math.rint(v) && Math.abs(v) < 1e6) {
      return Long.toString((long) v);
    }
    return !Double.isFinite(v) || v == 0 ? number(v) : plain(rounded(v, 3).stripTrailingZeros());
  }

  private static BigDecimal rounded(double v, int digits) {
    return new BigDecimal(String.format(Locale.ROOT, "%." + (digits - 1) + "e", v));
  }

  private static String plain(BigDecimal r) {
    int exponent = r.precision() - r.scale() - 1;
    return exponent >= -3 && exponent < 6
        ? r.toPlainString()
        : r.movePointLeft(exponent).toPlainString() + "e" + exponent;
  }

  /** An integer with separators. */
  public static String count(long n) {
    return fixed(n, 0);
  }

  /** A count with its noun, plural by adding s. */
  public static String count(long n, String noun) {
    return count(n) + " " + noun + (n == 1 ? "" : "s");
  }

  /** A number of standard errors with one decimal. */
  public static String standardErrors(double z) {
    return Double.isInfinite(z) || Math.abs(z) >= 100 ? number(z) : fixed(z, 1);
  }

  /** A fraction as a percentage. */
  public static String percent(double fraction) {
    if (Double.isNaN(fraction)) {
      return "–";
    }
    double p = 100 * fraction;
    if (p > 0 && p < 0.05) {
      return "<0.1\u00a0%";
    }
    if (p < 100 && p > 99.95) {
      return ">99.9\u00a0%";
    }
    boolean fine = p != 0 && (Math.abs(p) < 10 || p > 99 && p < 100);
    return fixed(p, fine ? 1 : 0) + "\u00a0%";
  }

  /** A tick label, with as many decimals as its step needs. */
  public static String tick(double v, double step) {
    if (Math.abs(v) < step * 1e-9) {
      return "0";
    }
    if (Math.abs(v) >= 1e10 || step < 1e-4) {
      return power(v, step);
    }
    if (step >= 5e5) {
      return trimmed(v / 1e6, step / 1e6) + "M";
    }
    if (step >= 500) {
      return trimmed(v / 1e3, step / 1e3) + "k";
    }
    return ungrouped(v, trimmed(v, step));
  }

  /** A number for a coordinate: two decimals, no trailing zeros. */
  public static String coordinate(double v) {
    double r = Math.rint(v * 100) / 100;
    return r == Math.rint(r) ? Long.toString((long) r) : Double.toString(r);
  }

  private static String trimmed(double v, double step) {
    int decimals = 0;
    double shifted = step;
    while (Math.abs(shifted - Math.rint(shifted)) > 1e-6 * shifted && decimals < 8) {
      shifted *= 10;
      decimals++;
    }
    return fixed(v, decimals);
  }

  private static String fixed(double v, int decimals) {
    String text = FixedPoint.grouped(v, decimals);
    // A minus sign as wide as a digit, and none for numbers that round to zero.
    return text.startsWith("-") ? (zero(text) ? "" : "−") + text.substring(1) : text;
  }

  private static boolean zero(String text) {
    for (int k = 0; k < text.length(); k++) {
      if (text.charAt(k) >= '1' && text.charAt(k) <= '9') {
        return false;
      }
    }
    return true;
  }

  /** As short as possible, for labels beside an axis: 2.5e−8. */
  private static String power(double v, double step) {
    int exponent = (int) Math.floor(Math.log10(Math.abs(v)) + 1e-9);
    double unit = Math.pow(10, exponent);
    return trimmed(v / unit, step / unit) + "e" + (exponent < 0 ? "−" : "") + Math.abs(exponent);
  }

  private static String scientific(double v) {
    int exponent = (int) Math.floor(Math.log10(Math.abs(v)));
    double mantissa = v / Math.pow(10, exponent);
    if (Math.abs(mantissa) >= 9.995) {
      exponent++;
      mantissa /= 10;
    }
    StringBuilder power = new StringBuilder(exponent < 0 ? "⁻" : "");
    for (char c : Integer.toString(Math.abs(exponent)).toCharArray()) {
      power.append(SUPERSCRIPTS.charAt(c - '0'));
    }
    return fixed(mantissa, 2) + "×10" + power;
  }
}
