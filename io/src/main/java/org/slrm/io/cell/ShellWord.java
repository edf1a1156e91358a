package org.slrm.io.cell;

/**
 * Text as one word of a shell command, so that a proposed command is safe to paste.
 *
 * <pre>{@code
 * String option = "--na " + ShellWord.of("it's $1");   // --na 'it'\''s $1'
 * }</pre>
 */
public final class ShellWord {
  private ShellWord() {}

  /** Plain words as they are, all others in single quotes. */
  public static String of(String text) {
    return text.matches("[A-Za-z0-9_./,:=@%+-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
