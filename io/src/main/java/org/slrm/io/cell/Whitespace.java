package org.slrm.io.cell;

/** Strips blanks around a cell. */
public final class Whitespace {
  private Whitespace() {}

  /** The first non-blank position of the slice. */
  public static int from(char[] buffer, int from, int length) {
    int k = from;
    while (k < from + length && isBlank(buffer[k])) {
      k++;
    }
    return k;
  }

  /** The slice's length without trailing blanks. */
  public static int length(char[] buffer, int from, int length) {
    int n = length;
    while (n > 0 && isBlank(buffer[from + n - 1])) {
      n--;
    }
    return n;
  }

  private static boolean isBlank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r') || c == '\u00a0';
  }
}
