package org.slrm.io.cell;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Converts dates to days since 1970-01-01, with the time of day as a fraction, and times of day to
 * hours since midnight.
 */
public final class Dates {
  private Dates() {}

  /** Date formats by decreasing priority. */
  public enum Order {
    /** 2004-03-10, 2004/3/10, 2004-03-10T18:00:00Z. */
    YEAR_MONTH_DAY("year-month-day"),
    /** 10/03/2004, 10.3.2004 18:00. */
    DAY_MONTH_YEAR("day/month/year"),
    /** 03/10/2004. */
    MONTH_DAY_YEAR("month/day/year"),
    /** 18:00, 18:00:00.5, 18.00.00. */
    TIME("hour:minute:second");

    /** Its name in schemas and messages. */
    public final String text;

    Order(String text) {
      this.text = text;
    }

    /** The format with this name. */
    public static Order ofText(@Nullable String text) {
      return Arrays.stream(values())
          .filter(order -> order.text.equals(text))
          .findFirst()
          .orElseThrow(
              () ->
                  new IllegalArgumentException(
                      "date format must be a supported format, got " + text));
    }
  }

  /** The number of a date or time in this format; NaN for other text. */
  public static double parse(Order order, String text) {
    Cursor c = new Cursor(text);
    double value = order == Order.TIME ? (c.time() - c.offset()) / 3600 : c.dateAndTime(order);
    return c.atEnd() ? value : Double.NaN;
  }

  /** Formats a number as a date or time. */
  public static String text(Order order, double value) {
    if (order == Order.TIME) {
      return clock(Math.round(value * 3600));
    }
    long seconds = Math.round(value * 86400);
    LocalDate d = LocalDate.ofEpochDay(Math.floorDiv(seconds, 86400L));
    String date =
        switch (order) {
          case DAY_MONTH_YEAR ->
              String.format(
                  Locale.ROOT, "%02d/%02d/%04d", d.getDayOfMonth(), d.getMonthValue(), d.getYear());
          case MONTH_DAY_YEAR ->
              String.format(
                  Locale.ROOT, "%02d/%02d/%04d", d.getMonthValue(), d.getDayOfMonth(), d.getYear());
          default -> d.toString();
        };
    long secondOfDay = Math.floorMod(seconds, 86400L);
    return secondOfDay == 0 ? date : date + " " + clock(secondOfDay);
  }

  private static String clock(long seconds) {
    return String.format(
        Locale.ROOT, "%02d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
  }

  /** Parses a text from left to right; results are NaN if it is no date. */
  private static final class Cursor {
    private final String text;
    private int at;

    Cursor(String text) {
      this.text = text;
    }

    boolean atEnd() {
      return at == text.length();
    }

    double dateAndTime(Order order) {
      int a = digits(order == Order.YEAR_MONTH_DAY ? 4 : 1, order == Order.YEAR_MONTH_DAY ? 4 : 2);
      char separator = peek();
      if (a < 0 || "-/.".indexOf(separator) < 0) {
        return Double.NaN;
      }
      at++;
      int b = digits(1, 2);
      if (b < 0 || peek() != separator) {
        return Double.NaN;
      }
      at++;
      int c = digits(order == Order.YEAR_MONTH_DAY ? 1 : 4, order == Order.YEAR_MONTH_DAY ? 2 : 4);
      double day = c < 0 ? Double.NaN : epochDay(order, a, b, c);
      if (atEnd() || Double.isNaN(day)) {
        return day;
      }
      if (peek() != 'T' && peek() != ' ') {
        return Double.NaN;
      }
      at++;
      return day + (time() - offset()) / 86400;
    }

    private static double epochDay(Order order, int a, int b, int c) {
      try {
        return switch (order) {
          case YEAR_MONTH_DAY -> LocalDate.of(a, b, c).toEpochDay();
          case DAY_MONTH_YEAR -> LocalDate.of(c, b, a).toEpochDay();
          default -> LocalDate.of(c, a, b).toEpochDay();
        };
      } catch (DateTimeException e) {
        return Double.NaN;
      }
    }

    /** Seconds since midnight. */
    double time() {
      int h = digits(1, 2);
      char separator = peek();
      if (h < 0 || h > 24 || (separator != ':' && separator != '.')) {
        return Double.NaN;
      }
      at++;
      int m = digits(2, 2);
      if (m < 0 || m > 59) {
        return Double.NaN;
      }
      if (peek() != separator) {
        // 18.00 alone is a number, not a time.
        return separator == ':' ? h * 3600.0 + m * 60.0 : Double.NaN;
      }
      at++;
      int s = digits(2, 2);
      return s < 0 || s > 60 ? Double.NaN : h * 3600.0 + m * 60.0 + s + fraction();
    }

    private double fraction() {
      if (peek() != '.' && peek() != ',') {
        return 0;
      }
      at++;
      double unit = 0.1;
      double sum = 0;
      for (; Character.isDigit(peek()); at++, unit /= 10) {
        sum += unit * (peek() - '0');
      }
      return sum;
    }

    /** Time zone offset in seconds; 0 if there is none. */
    private double offset() {
      if (peek() == 'Z') {
        at++;
        return 0;
      }
      int sign = peek() == '+' ? 1 : peek() == '-' ? -1 : 0;
      if (sign == 0) {
        return 0;
      }
      at++;
      int h = digits(2, 2);
      if (peek() == ':') {
        at++;
      }
      int m = atEnd() ? 0 : digits(2, 2);
      return h < 0 || m < 0 ? Double.NaN : sign * (h * 3600.0 + m * 60.0);
    }

    private char peek() {
      return at < text.length() ? text.charAt(at) : '\0';
    }

    /**
     * The next digits, at most {@code max}, as an integer; -1 if there are fewer than the minimum.
     */
    private int digits(int min, int max) {
      int from = at;
      int value = 0;
      while (at - from < max && peek() >= '0' && peek() <= '9') {
        value = 10 * value + text.charAt(at++) - '0';
      }
      return at - from < min ? -1 : value;
    }
  }
}
