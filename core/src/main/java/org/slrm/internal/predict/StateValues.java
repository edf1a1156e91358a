package org.slrm.internal.predict;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slrm.data.Scaling;
import org.slrm.internal.check.Checks;
import org.slrm.result.ModelState;
import org.slrm.result.ModelState.Array;

/** Checked access to values and arrays of a state; missing or invalid ones are rejected by name. */
public final class StateValues {
  /** Prefix of the names of an inner member's arrays. */
  public static final String INNER = "inner_";

  private StateValues() {}

  /** A required integer. */
  public static int integer(Map<String, Object> values, String name) {
    if (values.get(name) instanceof Number n && n.doubleValue() == n.intValue()) {
      return n.intValue();
    }
    throw new IllegalArgumentException(name + " must be a whole number, got " + values.get(name));
  }

  /** A required number within limits. */
  public static double number(Map<String, Object> values, String name) {
    if (values.get(name) instanceof Number n) {
      return ModelRange.moderate(name, n.doubleValue());
    }
    throw new IllegalArgumentException(name + " must be a number, got " + values.get(name));
  }

  /** A required map. */
  public static Map<String, Object> map(Map<String, Object> values, String name) {
    return map(name, values.get(name));
  }

  /** A value that must be a map. */
  public static Map<String, Object> map(String name, @Nullable Object value) {
    if (!(value instanceof Map<?, ?> found)) {
      throw new IllegalArgumentException(name + " must be a map, got " + value);
    }
    Map<String, Object> out = new LinkedHashMap<>();
    found.forEach((key, each) -> out.put(String.valueOf(key), each));
    return out;
  }

  /** A required array of this shape with numbers within limits. */
  public static double[] array(ModelState state, String name, int... shape) {
    double[] found = shaped(state, name, shape);
    String each = "every number of array " + name;
    for (double v : found) {
      ModelRange.moderate(each, v);
    }
    return found;
  }

  private static double[] shaped(ModelState state, String name, int... shape) {
    Array found = state.arrays().get(name);
    if (found == null) {
      throw new IllegalArgumentException("array " + name + " must be present");
    }
    if (!Arrays.equals(found.shape(), shape)) {
      throw new IllegalArgumentException(
          "shape of array %s must be %s, got %s"
              .formatted(name, Arrays.toString(shape), Arrays.toString(found.shape())));
    }
    return found.data();
  }

  /** A required array of the given number of integers within limits. */
  public static int[] wholes(ModelState state, String name, int count, int low, int high) {
    double[] found = array(state, name, count);
    int[] out = new int[count];
    String each = "every number of " + name;
    for (int k = 0; k < count; k++) {
      out[k] = (int) found[k];
      if (out[k] != found[k]) {
        throw new IllegalArgumentException(name + " must be whole numbers, got " + found[k]);
      }
      Checks.between(each, out[k], low, high);
    }
    return out;
  }

  /** The values of a member's state, to which it adds further ones. */
  public static Map<String, Object> values(String kind, Member member) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("kind", kind);
    values.put("features", member.features());
    values.put("targets", member.targets());
    return values;
  }

  /** The state of a member that contains another: its own parts, then those of the inner one. */
  public static ModelState around(
      ModelState in, Map<String, Object> outer, Map<String, Array> arrays) {
    Map<String, Object> values = new LinkedHashMap<>(outer);
    values.put("inner", in.values());
    Map<String, Array> all = new LinkedHashMap<>(arrays);
    in.arrays().forEach((name, array) -> all.put(INNER + name, array));
    return new ModelState(values, all);
  }

  /** The inner member, which must be of another kind. */
  public static Member inside(ModelState state, MemberReader reader, int features) {
    Map<String, Object> values = map(state.values(), "inner");
    Object kind = state.values().get("kind");
    if (Objects.equals(kind, values.get("kind"))) {
      throw new IllegalArgumentException("inner member must be of another kind than " + kind);
    }
    return reader.member(state, values, INNER, features, integer(state.values(), "targets"));
  }

  /** The arrays whose names start with a prefix, without it, and the same values. */
  public static ModelState under(ModelState state, String prefix) {
    Map<String, Array> arrays = new LinkedHashMap<>();
    state
        .arrays()
        .forEach(
            (name, array) -> {
              if (name.startsWith(prefix)) {
                arrays.put(name.substring(prefix.length()), array);
              }
            });
    return new ModelState(state.values(), arrays);
  }

  /** Adds a vector. */
  public static void put(Map<String, Array> arrays, String name, double[] data) {
    arrays.put(name, new Array(data, data.length));
  }

  /** A scaling as two arrays. */
  public static void putScaling(Map<String, Array> arrays, String name, Scaling s) {
    double[] center = new double[s.columns()];
    double[] scale = new double[s.columns()];
    Arrays.setAll(center, s::center);
    Arrays.setAll(scale, s::scale);
    put(arrays, name + "_center", center);
    put(arrays, name + "_scale", scale);
  }

  /** A scaling from its two arrays. */
  public static Scaling scaling(ModelState state, String name, int columns) {
    double[] center = shaped(state, name + "_center", columns);
    double[] scale = shaped(state, name + "_scale", columns);
    ModelRange.scaling(name, center, scale);
    return Scaling.of(center, scale);
  }
}
