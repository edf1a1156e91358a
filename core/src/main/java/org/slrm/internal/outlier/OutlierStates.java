package org.slrm.internal.outlier;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.predict.StateValues;
import org.slrm.result.FitReport.OutlierColumn;
import org.slrm.result.FitReport.OutlierLabel;
import org.slrm.result.FitReport.Outliers;

/** The outliers excluded by a fit, as plain values and back. */
public final class OutlierStates {
  private OutlierStates() {}

  /** The outliers as plain values. */
  public static Map<String, Object> write(Outliers g) {
    Map<String, Object> v = new LinkedHashMap<>();
    v.put("labels", g.labels().stream().map(OutlierStates::label).toList());
    v.put("columns", g.columns().stream().map(OutlierStates::column).toList());
    return v;
  }

  private static Map<String, Object> label(OutlierLabel w) {
    Map<String, Object> v = new LinkedHashMap<>();
    v.put("row", w.row());
    v.put("target", w.target());
    v.put("label", w.label());
    v.put("expected", w.expected());
    return v;
  }

  private static Map<String, Object> column(OutlierColumn w) {
    Map<String, Object> v = new LinkedHashMap<>();
    v.put("feature", w.feature());
    v.put("entries", w.entries());
    v.put("low", w.low());
    v.put("high", w.high());
    return v;
  }

  /** Older reports have no such entry. */
  public static Outliers read(@Nullable Object value) {
    if (value == null) {
      return Outliers.NONE;
    }
    Map<String, Object> v = StateValues.map("grossErrors", value);
    return new Outliers(
        entries(v, "labels").stream()
            .map(
                w ->
                    new OutlierLabel(
                        StateValues.integer(w, "row"),
                        StateValues.integer(w, "target"),
                        number(w, "label"),
                        number(w, "expected")))
            .toList(),
        entries(v, "columns").stream()
            .map(
                w ->
                    new OutlierColumn(
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
    return v.get(name) instanceof List<?> list
        ? list.stream().map(e -> StateValues.map("entry of " + name, e)).toList()
        : List.of();
  }
}
