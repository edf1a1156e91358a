package org.slrm.cli.output.text;

import java.util.List;
import org.slrm.cli.output.Console;
import org.slrm.io.check.DataWarning;

/** Warnings as lines. */
public final class WarningText {
  private WarningText() {}

  /** Prints them before a text result. */
  public static void show(List<String> lines, Console console) {
    lines.forEach(console::showLine);
    if (!lines.isEmpty()) {
      console.out().println();
    }
  }

  /** A line for each, but only the first of many similar ones. */
  public static List<String> lines(List<DataWarning> warnings) {
    return DataWarning.shortened(warnings).stream()
        .map(w -> "Warning: " + w.code() + ": " + w.message())
        .toList();
  }
}
