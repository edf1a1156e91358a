package org.slrm.io.cell;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * The format of numbers in a column: thousands in groups of three, a currency sign before or after,
 * a percent sign after. All cells of a column follow one style.
 *
 * <pre>{@code
 * NumberStyle style = NumberStyle.ofText("$1,234.5");
 * double v = style.parse("$3,380.34");   // 3380.34
 * }</pre>
 *
 * @param prefix currency sign before the number; may be empty
 * @param grouped whether thousands are separated
 * @param point the decimal point; the other of point and comma separates thousands
 * @param suffix currency or percent sign after the number; may be empty
 */
public record NumberStyle(String prefix, boolean grouped, char point, String suffix) {
  private static final String CURRENCIES = "$€£¥";
  private static final String SUFFIXES = "%" + CURRENCIES;

  /** The style of a formatted number; null for other text. */
  public static @Nullable NumberStyle of(String text, boolean decimalComma) {
    char point = decimalComma ? ',' : '.';
    String unsigned = unsigned(text);
    String prefix = sign(unsigned, 0, CURRENCIES);
    String suffix = sign(unsigned, unsigned.length() - 1, SUFFIXES);
    NumberStyle style = new NumberStyle(prefix, text.indexOf(separator(point)) >= 0, point, suffix);
    boolean unformatted = !style.grouped && !style.marked();
    return unformatted || Double.isNaN(style.parse(text)) ? null : style;
  }

  private static String unsigned(String text) {
    return text.startsWith("-") ? text.substring(1) : text;
  }

  private static String sign(String text, int at, String signs) {
    boolean found = at >= 0 && at < text.length() && signs.indexOf(text.charAt(at)) >= 0;
    return found ? text.substring(at, at + 1) : "";
  }

  private static char separator(char point) {
    return point == '.' ? ',' : '.';
  }

  /** Whether there is a sign before or after the number. */
  public boolean marked() {
    return !prefix.isEmpty() || !suffix.isEmpty();
  }

  /** This style with separated thousands. */
  public NumberStyle withGroups() {
    return new NumberStyle(prefix, true, point, suffix);
  }

  /** An example of the style, as stored in model files: $1,234.5. */
  public String text() {
    return prefix + (grouped ? "1" + separator(point) + "234" : "1234") + point + "5" + suffix;
  }

  /**
   * The style of an example from {@link #text}.
   *
   * @throws IllegalArgumentException if the text is no such example
   */
  public static NumberStyle ofText(String text) {
    for (boolean decimalComma : new boolean[] {false, true}) {
      NumberStyle found = of(text, decimalComma);
      if (found != null && found.text().equals(text)) {
        return found;
      }
    }
    throw new IllegalArgumentException(
        "a number's format must be written like $1,234.5 or 1234.5%, got " + text);
  }

  /** The number; NaN if the text does not follow the style. */
  public double parse(String text) {
    boolean negative = text.startsWith("-");
    String unsigned = unsigned(text);
    if (!unsigned.startsWith(prefix)
        || !unsigned.endsWith(suffix)
        || unsigned.length() <= prefix.length() + suffix.length()) {
      return Double.NaN;
    }
    String number =
        unsigned.substring(prefix.length(), unsigned.length() - suffix.length()).strip();
    if (!prefix.isEmpty() && !negative && number.startsWith("-")) {
      negative = true;
      number = number.substring(1);
    }
    if (number.isEmpty() || !Character.isDigit(number.charAt(0)) && number.charAt(0) != point) {
      return Double.NaN;
    }
    int end = number.indexOf(point) < 0 ? number.length() : number.indexOf(point);
    String integer = number.substring(0, end);
    if (!integer.matches(grouped ? groups() : "[0-9]*")) {
      return Double.NaN;
    }
    String separator = String.valueOf(separator(point));
    String normalised = integer.replace(separator, "") + number.substring(end).replace(point, '.');
    double v = new NumberParser(false).parse(normalised);
    return negative ? -v : v;
  }

  /** Formats a number in this style. */
  public String format(double v) {
    String digits = new BigDecimal(Double.toString(Math.abs(v))).toPlainString();
    int end = digits.indexOf('.') < 0 ? digits.length() : digits.indexOf('.');
    StringBuilder out = new StringBuilder(digits.substring(end).replace('.', point));
    for (int k = end; k > 0; k -= 3) {
      int from = grouped ? Math.max(0, k - 3) : 0;
      out.insert(0, digits.substring(from, k));
      if (from == 0) {
        break;
      }
      out.insert(0, separator(point));
    }
    return (v < 0 ? "-" : "") + prefix + out + suffix;
  }

  /** Pattern of integers with thousands separators. */
  private String groups() {
    String separator = point == '.' ? "," : "\\.";
    return "[0-9]{0,3}|[1-9][0-9]{0,2}(" + separator + "[0-9]{3})+";
  }
}
