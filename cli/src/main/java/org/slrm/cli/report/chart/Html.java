package org.slrm.cli.report.chart;

/** Text made safe for HTML. */
public final class Html {
  private Html() {}

  /** Escapes text for element content and for quoted attributes; control characters are dropped. */
  public static String esc(String text) {
    StringBuilder out = new StringBuilder(text.length() + 16);
    int c;
    for (int k = 0; k < text.length(); k += Character.charCount(c)) {
      c = text.codePointAt(k);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        case '\n', '\t' -> out.append((char) c);
        default -> out.appendCodePoint(visible(c) ? c : 0xFFFD);
      }
    }
    return out.toString();
  }

  /** Shortens text to at most so many characters, the last one an ellipsis. */
  public static String shorten(String text, int most) {
    return text.codePointCount(0, text.length()) <= most
        ? text
        : text.substring(0, text.offsetByCodePoints(0, most - 1)) + "…";
  }

  private static boolean visible(int c) {
    return !Character.isISOControl(c) && (c < 0xD800 || c > 0xDFFF) && c != 0xFFFE && c != 0xFFFF;
  }
}
