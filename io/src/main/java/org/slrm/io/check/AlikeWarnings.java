package org.slrm.io.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Warnings for people: of many alike the first few in full, the others by their columns.
 *
 * <pre>{@code
 * List<DataWarning> all = TableChecks.of(table, options).warnings();
 * AlikeWarnings.shortened(all).forEach(w -> System.err.println(w.message()));
 * }</pre>
 */
public final class AlikeWarnings {
  private static final int IN_FULL = 3;
  private static final int NAMED = 12;

  private AlikeWarnings() {}

  /** The same warnings, code by code, with one in place of the last of many alike. */
  public static List<DataWarning> shortened(List<DataWarning> warnings) {
    Map<String, List<DataWarning>> byCode = new LinkedHashMap<>();
    warnings.forEach(w -> byCode.computeIfAbsent(w.code(), c -> new ArrayList<>()).add(w));
    List<DataWarning> out = new ArrayList<>();
    byCode.forEach(
        (code, alike) -> {
          int shown = alike.size() > IN_FULL + 1 ? IN_FULL : alike.size();
          out.addAll(alike.subList(0, shown));
          if (shown < alike.size()) {
            out.add(others(code, alike.subList(shown, alike.size())));
          }
        });
    return out;
  }

  private static DataWarning others(String code, List<DataWarning> alike) {
    List<String> columns =
        alike.stream().map(DataWarning::column).filter(c -> !c.isEmpty()).toList();
    double beyond =
        alike.stream().filter(w -> w.column().isEmpty()).mapToDouble(DataWarning::value).sum();
    String more =
        beyond > 0 ? ", and " + Words.count((long) beyond, "column", "columns") + " more" : "";
    return new DataWarning(
        code, "", columns.size() + beyond, "the same in " + Words.some(columns, NAMED) + more);
  }
}
