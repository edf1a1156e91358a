package org.slrm.cli.output;

import java.io.PrintStream;
import java.util.Map;
import java.util.function.Supplier;
import org.slrm.io.format.JsonText;

/**
 * The output streams of a command: the process's, or a test's.
 *
 * @param out results
 * @param err progress, warnings and errors
 * @param terminal whether {@code err} is a terminal
 */
public record Console(PrintStream out, PrintStream err, boolean terminal) {
  /** A remark that is not part of the result, on one line. */
  public void note(String text) {
    err.println(ForeignText.line(text));
  }

  /** A result as text. */
  public void show(String text) {
    out.print(ForeignText.block(text));
  }

  /** A line of a text result. */
  public void showLine(String text) {
    out.println(ForeignText.line(text));
  }

  public void result(boolean json, Supplier<Map<String, Object>> object, Supplier<String> text) {
    if (json) {
      out.print(JsonText.line(object.get()) + "\n");
    } else {
      show(text.get());
    }
  }
}
