package org.slrm.io;

import ch.randelshofer.fastdoubleparser.JavaDoubleParser;

/**
 * Decimal numbers in text: sign, digits, point or comma, exponent; nothing else. So {@code 1f},
 * {@code 0x1} and {@code 1_000} are text, though Java would take them.
 */
final class Numbers {
  /** Powers of ten that a double holds exactly. */
  private static final double[] TENS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  private static final long EXACT = 1L << 53;

  private final char point;

  Numbers(boolean decimalComma) {
    this.point = decimalComma ? ',' : '.';
  }

  /** The nearest double, infinite when too large; NaN if the text is not a number. */
  double parse(CharSequence text) {
    char[] chars = text.toString().toCharArray();
    return parse(chars, 0, chars.length);
  }

  /** The nearest double, infinite when too large; NaN if the slice is not a number. */
  double parse(char[] buf, int from, int length) {
    int end = from + length;
    int k = from;
    boolean negative = false;
    if (k < end && (buf[k] == '-' || buf[k] == '+')) {
      negative = buf[k++] == '-';
    }
    long digits = 0;
    int significant = 0;
    int exponent = 0;
    int first = k;
    int pointAt = -1;
    for (; k < end; k++) {
      int d = buf[k] - '0';
      if (d >= 0 && d <= 9) {
        significant += significant > 0 || d > 0 ? 1 : 0;
        digits = 10 * digits + d;
      } else if (buf[k] == point && pointAt < 0) {
        pointAt = k;
      } else {
        break;
      }
    }
    if (k - first == (pointAt < 0 ? 0 : 1)) {
      return Double.NaN;
    }
    exponent -= pointAt < 0 ? 0 : k - pointAt - 1;
    if (k < end) {
      int e = exponentOf(buf, k, end);
      if (e == Integer.MIN_VALUE) {
        return Double.NaN;
      }
      exponent += e;
    }
    // Both factors exact, so one correctly rounded operation gives the nearest double (Clinger).
    if (significant <= 18 && digits <= EXACT && exponent >= -22 && exponent <= 22) {
      double v = exponent < 0 ? digits / TENS[-exponent] : digits * TENS[exponent];
      return negative ? -v : v;
    }
    return rounded(buf, from, length, pointAt);
  }

  /** The exponent's value, capped; the smallest int if there is none. */
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

  private double rounded(char[] buf, int from, int length, int pointAt) {
    if (point == '.' || pointAt < 0) {
      return JavaDoubleParser.parseDouble(buf, from, length);
    }
    char[] copy = java.util.Arrays.copyOfRange(buf, from, from + length);
    copy[pointAt - from] = '.';
    return JavaDoubleParser.parseDouble(copy);
  }
}
