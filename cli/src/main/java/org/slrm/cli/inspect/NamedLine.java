package org.slrm.cli.inspect;

import org.slrm.cli.output.ForeignText;

/** A line with a name and a value, in two columns. */
public final class NamedLine {
  private NamedLine() {}

  /** Adds a line. */
  public static void add(StringBuilder out, String name, String value) {
    String pad = " ".repeat(Math.max(1, 24 - name.length()));
    out.append(ForeignText.word(name)).append(pad).append(ForeignText.line(value)).append('\n');
  }
}
