package org.slrm.cli.output;

import java.io.PrintStream;

/**
 * Where a command writes: the process's streams, or a test's.
 *
 * @param out results
 * @param err progress, warnings and errors
 * @param terminal whether someone watches {@code err}
 */
public record Console(PrintStream out, PrintStream err, boolean terminal) {
  /** A remark that is not part of the result, in one line. */
  public void note(String text) {
    err.println(ForeignText.line(text));
  }

  /**
   * A result for people, in lines of its own. Results for programs go to {@code out} as they are.
   */
  public void show(String text) {
    out.print(ForeignText.block(text));
  }

  /** A line of a result for people. */
  public void showLine(String text) {
    out.println(ForeignText.line(text));
  }

  /** A result for programs, or else for people. */
  public void result(boolean json, String text) {
    if (json) {
      out.print(text);
    } else {
      show(text);
    }
  }
}
