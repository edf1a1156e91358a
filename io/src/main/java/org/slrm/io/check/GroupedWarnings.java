package org.slrm.io.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Warnings for people: many alike become one, with the first in full and the number of others.
 *
 * <pre>{@code
 * List<DataWarning> all = TableChecks.of(table, options).warnings();
 * GroupedWarnings.shortened(all).forEach(w -> System.err.println(w.message()));
 * }</pre>
 */
public final class GroupedWarnings {
  private static final int IN_FULL = 3;
  private static final int NAMED = 12;

  private GroupedWarnings() {}

  /** The same warnings, code by code, with one in place of many alike. */
  public static List<DataWarning> shortened(List<DataWarning> warnings) {
    Map<String, List<DataWarning>> byCode = new LinkedHashMap<>();
    warnings.forEach(w -> byCode.computeIfAbsent(w.code(), c -> new ArrayList<>()).add(w));
    List<DataWarning> out = new ArrayList<>();
    byCode.forEach(
        (code, alike) -> {
          if (alike.size() > IN_FULL) {
            out.add(joined(alike.get(0), alike.subList(1, alike.size())));
          } else {
            out.addAll(alike);
          }
        });
    return out;
  }

  private static DataWarning joined(DataWarning first, List<DataWarning> alike) {
    List<String> columns =
        alike.stream().map(DataWarning::column).filter(c -> !c.isEmpty()).toList();
    double beyond =
        alike.stream().filter(w -> w.column().isEmpty()).mapToDouble(DataWarning::value).sum();
    long others = columns.size() + (long) beyond;
    String message =
        first.message()
            + "; the same in "
            + Words.count(others, "more column", "more columns")
            + ": "
            + String.join(", ", columns.subList(0, Math.min(NAMED, columns.size())))
            + (others > NAMED ? ", …" : "");
    return new DataWarning(first.code(), first.column(), first.value(), message);
  }
}
