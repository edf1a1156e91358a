package org.slrm.cli.output;

import org.slrm.cli.report.chart.Html;

/**
 * Untrusted text for a terminal: names, values, paths and messages that contain them. Control
 * characters, and those that change the order of letters, become escapes such as {@code \u001b};
 * long text is shortened. Not for data such as CSV or JSON.
 */
public final class ForeignText {
  /** Longest name or value shown. */
  private static final int WORD = 80;

  /** Longest line shown. */
  private static final int LINE = 1000;

  private ForeignText() {}

  /** A name or value within a text. */
  public static String word(String text) {
    return cut(text, WORD);
  }

  /** A message on one line. */
  public static String line(String text) {
    return cut(text, LINE);
  }

  /** Several lines. */
  public static String block(String text) {
    return escaped(text, true);
  }

  private static String cut(String text, int limit) {
    if (text.codePointCount(0, text.length()) <= limit) {
      return escaped(text, false);
    }
    String start = text.substring(0, text.offsetByCodePoints(0, limit));
    return escaped(start, false) + "… (" + ReadableText.count(text.length()) + " characters)";
  }

  private static String escaped(String text, boolean lines) {
    if (text.codePoints().allMatch(c -> harmless(c, lines))) {
      return text;
    }
    StringBuilder out = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              if (harmless(c, lines)) {
                out.appendCodePoint(c);
              } else {
                escape(out, c);
              }
            });
    return out.toString();
  }

  private static boolean harmless(int c, boolean lines) {
    return c == '\n' || c == '\t' ? lines : Html.visible(c);
  }

  private static void escape(StringBuilder out, int c) {
    switch (c) {
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> {
        for (char part : Character.toChars(c)) {
          out.append("\\u").append(Integer.toHexString(0x10000 | part), 1, 5);
        }
      }
    }
  }
}
