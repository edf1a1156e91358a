package org.slrm.cli.output;

import java.util.List;
import java.util.Map;
import org.slrm.io.check.DataWarning;
import org.slrm.io.check.GroupedWarnings;

/** Warnings about data, for people and for programs. */
public final class WarningText {
  private WarningText() {}

  /** The value of {@code "warnings"} in the object of {@code --json}. */
  public static List<Map<String, Object>> json(List<DataWarning> warnings) {
    return warnings.stream().map(DataWarning::toMap).toList();
  }

  /** Shows them before a result for people. */
  public static void show(List<String> lines, Console console) {
    lines.forEach(console::showLine);
    if (!lines.isEmpty()) {
      console.out().println();
    }
  }

  /** A line for each, of many alike the first few. */
  public static List<String> lines(List<DataWarning> warnings) {
    return GroupedWarnings.shortened(warnings).stream()
        .map(w -> "Warning: " + w.code() + ": " + w.message())
        .toList();
  }
}
