package org.slrm.internal.mechanism;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.check.Checks;
import org.slrm.internal.predict.StateValues;
import org.slrm.result.Missingness;
import org.slrm.result.Missingness.Curve;
import org.slrm.result.Missingness.Feature;

/** Missingness because of values as plain values of a model file and back. */
public final class MissingnessStates {
  private static final int COEFFICIENTS = 3;
  private static final int COVARIANCE = 6;

  private MissingnessStates() {}

  public static Map<String, Object> write(Missingness m) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("variance", m.variance());
    out.put("features", m.features().stream().map(MissingnessStates::feature).toList());
    return out;
  }

  private static Map<String, Object> feature(Feature f) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("feature", f.feature());
    out.put("missing", f.missing());
    out.put("low", f.low());
    out.put("high", f.high());
    out.put("center", f.curve().center());
    out.put("scale", f.curve().scale());
    out.put("coefficients", f.curve().coefficients());
    out.put("covariance", f.curve().covariance());
    out.put("variance", f.variance());
    return out;
  }

  /** Of the values; none for older files. */
  public static Missingness read(@Nullable Object value, int features, int targets) {
    if (value == null) {
      return Missingness.NONE;
    }
    Map<String, Object> v = StateValues.map("missingness", value);
    List<Feature> out = new ArrayList<>();
    if (v.get("features") instanceof List<?> list) {
      for (Object each : list) {
        out.add(feature(StateValues.map("feature of missingness", each), features, targets));
      }
    }
    return new Missingness(out, numbers(v, "variance", targets));
  }

  private static Feature feature(Map<String, Object> v, int features, int targets) {
    int j = StateValues.integer(v, "feature");
    List<Double> covariance =
        v.get("covariance") instanceof List<?> list && list.isEmpty()
            ? List.of()
            : numbers(v, "covariance", COVARIANCE);
    return new Feature(
        Checks.between("feature of missingness", j, 0, features - 1),
        StateValues.number(v, "missing"),
        any(v, "low"),
        any(v, "high"),
        new Curve(
            any(v, "center"),
            Checks.positive("scale of missingness", any(v, "scale")),
            numbers(v, "coefficients", COEFFICIENTS),
            covariance),
        numbers(v, "variance", targets));
  }

  /** A number in the unit of a feature, which is arbitrary. */
  private static double any(Map<String, Object> v, String name) {
    return v.get(name) instanceof Number n ? n.doubleValue() : Double.NaN;
  }

  private static List<Double> numbers(Map<String, Object> v, String name, int count) {
    List<Double> out = new ArrayList<>();
    if (v.get(name) instanceof List<?> list) {
      list.forEach(o -> out.add(o instanceof Number n ? n.doubleValue() : Double.NaN));
    }
    Checks.equal("numbers of " + name, out.size(), "their places", count);
    return out;
  }
}
