package org.slrm.cli.output;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slrm.io.check.DataWarning;

/** Warnings about data, for people and for programs. */
public final class WarningText {
  /** Warnings alike beyond this many are told by the names of their columns. */
  private static final int SHOWN = 3;

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
    Map<String, List<DataWarning>> byCode = new LinkedHashMap<>();
    warnings.forEach(w -> byCode.computeIfAbsent(w.code(), c -> new ArrayList<>()).add(w));
    List<String> out = new ArrayList<>();
    byCode.forEach(
        (code, alike) -> {
          int shown = alike.size() == SHOWN + 1 ? SHOWN + 1 : Math.min(SHOWN, alike.size());
          alike.subList(0, shown).forEach(w -> out.add(line(code, w.message())));
          if (shown < alike.size()) {
            out.add(line(code, "the same in " + columns(alike.subList(shown, alike.size()))));
          }
        });
    return out;
  }

  private static String line(String code, String message) {
    return "Warning: " + code + ": " + message;
  }

  private static String columns(List<DataWarning> alike) {
    List<String> names =
        alike.stream().map(w -> w.column().isEmpty() ? w.message() : w.column()).toList();
    return ReadableText.some(names, 12);
  }
}
