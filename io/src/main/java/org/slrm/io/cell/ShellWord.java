package org.slrm.io.cell;

/**
 * Quotes text as one word of a shell command, so that suggested commands are safe to paste.
 *
 * <pre>{@code
 * String option = ShellWord.option("--na", "it's $1");   // --na 'it'\''s $1'
 * }</pre>
 */
public final class ShellWord {
  private ShellWord() {}

  /** An option with its value; a value that looks like an option follows an equals sign. */
  public static String option(String name, String value) {
    return name + (value.matches("(?s)-[^0-9].*") ? "=" : " ") + of(value);
  }

  /** A file name that cannot be parsed as an option. */
  public static String file(String path) {
    return of(path.startsWith("-") ? "./" + path : path);
  }

  /** Quotes a text if it has special characters. */
  public static String of(String text) {
    return text.matches("[A-Za-z0-9_./,:@%+-][A-Za-z0-9_./,:=@%+-]*")
        ? text
        : "'" + text.replace("'", "'\\''") + "'";
  }
}
