package org.slrm.internal.gross;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.predict.StateValues;
import org.slrm.result.FitReport.GrossErrors;
import org.slrm.result.FitReport.WildColumn;
import org.slrm.result.FitReport.WildLabel;

/** What a fit set aside, as plain values and back. */
public final class GrossErrorStates {
  private GrossErrorStates() {}

  /** As plain values. */
  public static Map<String, Object> write(GrossErrors g) {
    Map<String, Object> v = new LinkedHashMap<>();
    v.put("labels", g.labels().stream().map(GrossErrorStates::label).toList());
    v.put("columns", g.columns().stream().map(GrossErrorStates::column).toList());
    return v;
  }

  private static Map<String, Object> label(WildLabel w) {
    Map<String, Object> v = new LinkedHashMap<>();
    v.put("row", w.row());
    v.put("target", w.target());
    v.put("label", w.label());
    v.put("expected", w.expected());
    return v;
  }

  private static Map<String, Object> column(WildColumn w) {
    Map<String, Object> v = new LinkedHashMap<>();
    v.put("feature", w.feature());
    v.put("entries", w.entries());
    v.put("low", w.low());
    v.put("high", w.high());
    return v;
  }

  /** Reports of before anything was set aside have no such entry. */
  public static GrossErrors read(@Nullable Object value) {
    if (value == null) {
      return GrossErrors.NONE;
    }
    Map<String, Object> v = StateValues.map("grossErrors", value);
    return new GrossErrors(
        entries(v, "labels").stream()
            .map(
                w ->
                    new WildLabel(
                        StateValues.integer(w, "row"),
                        StateValues.integer(w, "target"),
                        number(w, "label"),
                        number(w, "expected")))
            .toList(),
        entries(v, "columns").stream()
            .map(
                w ->
                    new WildColumn(
                        StateValues.integer(w, "feature"),
                        StateValues.integer(w, "entries"),
                        number(w, "low"),
                        number(w, "high")))
            .toList());
  }

  private static double number(Map<String, Object> v, String name) {
    return v.get(name) instanceof Number n ? n.doubleValue() : Double.NaN;
  }

  private static List<Map<String, Object>> entries(Map<String, Object> v, String name) {
    List<Map<String, Object>> out = new ArrayList<>();
    if (v.get(name) instanceof List<?> list) {
      list.forEach(e -> out.add(StateValues.map("entry of " + name, e)));
    }
    return out;
  }
}
