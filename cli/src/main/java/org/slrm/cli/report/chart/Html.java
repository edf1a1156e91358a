package org.slrm.cli.report.chart;

/** Escapes text for HTML. */
public final class Html {
  private Html() {}

  /**
   * Escapes text for element content and quoted attributes. Invisible characters, and those that
   * change the order of letters or lines, are replaced.
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

  /** The text on one line, with invisible characters replaced. */
  static String shown(String text) {
    return text.codePoints()
        .map(c -> visible(c) ? c : 0xFFFD)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /** Shortens text to at most a given number of characters, ending with an ellipsis. */
  public static String shorten(String text, int limit) {
    return text.codePointCount(0, text.length()) <= limit
        ? text
        : text.substring(0, text.offsetByCodePoints(0, limit - 1)) + "…";
  }

  /** The text with its first letter in upper case. */
  public static String capital(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  /** Whether a character is visible and has no other effect on a page or terminal. */
  public static boolean visible(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      // Bidirectional overrides; of format characters only joiners are part of words.
      case Character.FORMAT -> c == 0x200C || c == 0x200D;
      default -> c != 0xFFFE && c != 0xFFFF;
    };
  }
}
