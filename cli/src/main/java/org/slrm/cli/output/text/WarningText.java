package org.slrm.cli.output.text;

import java.util.List;
import org.slrm.cli.output.Console;
import org.slrm.io.check.DataWarning;

/** Warnings in lines. */
public final class WarningText {
  private WarningText() {}

  /** Shows them before a result for people. */
  public static void show(List<String> lines, Console console) {
    lines.forEach(console::showLine);
    if (!lines.isEmpty()) {
      console.out().println();
    }
  }

  /** A line for each, of many alike the first few. */
  public static List<String> lines(List<DataWarning> warnings) {
    return DataWarning.shortened(warnings).stream()
        .map(w -> "Warning: " + w.code() + ": " + w.message())
        .toList();
  }
}
