package org.slrm.io.cell;

/**
 * Parses decimal numbers: sign, digits, point or comma, exponent. Java literals such as {@code 1f},
 * {@code 0x1} and {@code 1_000} are text.
 */
public final class NumberParser {
  /** Digits that always fit an unsigned long. */
  private static final int MAX_DIGITS = 19;

  private final char point;

  public NumberParser(boolean decimalComma) {
    this.point = decimalComma ? ',' : '.';
  }

  /** The nearest double, infinite when too large; NaN if the text is not a number. */
  public double parse(String text) {
    return parse(text.toCharArray(), 0, text.length());
  }

  /** The nearest double, infinite when too large; NaN if the slice is not a number. */
  public double parse(char[] buf, int from, int length) {
    int end = from + length;
    int k = from;
    boolean negative = false;
    if (k < end && (buf[k] == '-' || buf[k] == '+')) {
      negative = buf[k++] == '-';
    }
    int first = k;
    int pointAt = -1;
    long w = 0;
    for (; k < end; k++) {
      int d = buf[k] - '0';
      if (d >= 0 && d <= 9) {
        w = 10 * w + d;
      } else if (buf[k] == point && pointAt < 0) {
        pointAt = k;
      } else {
        break;
      }
    }
    int digits = k - first - (pointAt < 0 ? 0 : 1);
    if (digits == 0) {
      return Double.NaN;
    }
    int q = pointAt < 0 ? 0 : pointAt + 1 - k;
    if (k < end) {
      int e = exponentOf(buf, k, end);
      if (e == Integer.MIN_VALUE) {
        return Double.NaN;
      }
      q += e;
    }
    boolean exact = digits <= MAX_DIGITS || digits - leadingZeros(buf, first, k) <= MAX_DIGITS;
    double v = exact ? Decimals.nearest(w, q) : Double.NaN;
    if (v != v) {
      return byJava(buf, from, length);
    }
    return negative ? -v : v;
  }

  /** The value of the exponent, limited; the smallest int if it is invalid. */
  private static int exponentOf(char[] buf, int from, int end) {
    if (buf[from] != 'e' && buf[from] != 'E') {
      return Integer.MIN_VALUE;
    }
    int k = from + 1;
    boolean negative = false;
    if (k < end && (buf[k] == '-' || buf[k] == '+')) {
      negative = buf[k++] == '-';
    }
    if (k == end) {
      return Integer.MIN_VALUE;
    }
    int value = 0;
    for (; k < end; k++) {
      int d = buf[k] - '0';
      if (d < 0 || d > 9) {
        return Integer.MIN_VALUE;
      }
      value = Math.min(10 * value + d, 100_000);
    }
    return negative ? -value : value;
  }

  private int leadingZeros(char[] buf, int from, int end) {
    int zeros = 0;
    for (int k = from; k < end && (buf[k] == '0' || buf[k] == point); k++) {
      zeros += buf[k] == '0' ? 1 : 0;
    }
    return zeros;
  }

  /**
   * Parses numbers that the fast method cannot decide: very long, very small, or near midpoints.
   */
  private double byJava(char[] buf, int from, int length) {
    return Double.parseDouble(new String(buf, from, length).replace(point, '.'));
  }

  /** A number as text, integers without a fraction: the name of a numeric class. */
  public static String plain(double v) {
    boolean integer = v == Math.rint(v) && Math.abs(v) < 1L << 53;
    return integer ? Long.toString((long) v) : Double.toString(v);
  }
}
