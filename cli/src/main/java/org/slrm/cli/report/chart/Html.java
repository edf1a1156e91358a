package org.slrm.cli.report.chart;

/** Text made safe for HTML. */
public final class Html {
  private Html() {}

  /**
   * Escapes text for element content and for quoted attributes. What cannot be seen, or would
   * change the order of letters or the lines, becomes the sign of replacement.
   */
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

  /** The text in one line, with the sign of replacement for what is not visible. */
  static String shown(String text) {
    return text.codePoints()
        .map(c -> visible(c) ? c : 0xFFFD)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /** Shortens text to at most a given number of characters, the last one an ellipsis. */
  public static String shorten(String text, int most) {
    return text.codePointCount(0, text.length()) <= most
        ? text
        : text.substring(0, text.offsetByCodePoints(0, most - 1)) + "…";
  }

  /** Whether a character shows itself and changes nothing else, on a page or on a terminal. */
  public static boolean visible(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      // Overrides of the order of letters; of the kind only joiners are part of words.
      case Character.FORMAT -> c == 0x200C || c == 0x200D;
      default -> c != 0xFFFE && c != 0xFFFF;
    };
  }
}
