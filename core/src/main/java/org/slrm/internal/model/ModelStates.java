package org.slrm.internal.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slrm.Calibration;
import org.slrm.FitReport;
import org.slrm.ModelState;
import org.slrm.ModelState.Array;
import org.slrm.data.Checks;
import org.slrm.data.Scaling;
import org.slrm.internal.likelihood.CompletedMember;
import org.slrm.internal.likelihood.LikelihoodMember;

/**
 * Takes models apart and puts them together again; the one place that knows the kinds of members.
 */
public final class ModelStates {
  private ModelStates() {}

  /**
   * The parts of a model.
   *
   * @param scaling of the features
   * @param targetScaling of the targets
   * @param members the members
   * @param weights their weights by target
   * @param calibrations one per target
   * @param report report of the fit
   */
  public record Parts(
      Scaling scaling,
      Scaling targetScaling,
      List<Member> members,
      double[][] weights,
      List<Calibration> calibrations,
      FitReport report) {}

  /** Takes a model apart. */
  public static ModelState write(Parts p) {
    Map<String, Object> values = new LinkedHashMap<>();
    Map<String, Array> arrays = new LinkedHashMap<>();
    int targets = p.targetScaling().columns();
    int count = p.members().size();
    values.put("features", p.scaling().columns());
    values.put("targets", targets);
    values.put("report", ReportStates.write(p.report()));
    putScaling(arrays, "feature", p.scaling());
    putScaling(arrays, "target", p.targetScaling());
    double[] flat = new double[targets * count];
    for (int t = 0; t < targets; t++) {
      System.arraycopy(p.weights()[t], 0, flat, t * count, count);
      double[] scores = p.calibrations().get(t).scores();
      if (scores.length > 0) {
        arrays.put("calibration_" + t, new Array(scores, scores.length));
      }
    }
    arrays.put("weights", new Array(flat, targets, count));
    List<Object> kinds = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      ModelState member = p.members().get(k).state();
      kinds.add(member.values());
      String prefix = "member" + k + "_";
      member.arrays().forEach((name, array) -> arrays.put(prefix + name, array));
    }
    values.put("members", kinds);
    return new ModelState(values, arrays);
  }

  /** Puts a model together. */
  public static Parts read(ModelState state) {
    int features = integer(state.values(), "features");
    int targets = Checks.atLeast("targets", integer(state.values(), "targets"), 1);
    Scaling scaling = scaling(state, "feature", features);
    Scaling targetScaling = scaling(state, "target", targets);
    List<Member> members = new ArrayList<>();
    if (!(state.values().get("members") instanceof List<?> list) || list.isEmpty()) {
      throw new IllegalArgumentException("members must be a list with at least one member");
    }
    for (int k = 0; k < list.size(); k++) {
      members.add(member(state, list.get(k), "member" + k + "_", features, targets));
    }
    double[] flat = array(state, "weights", targets, members.size());
    double[][] weights = new double[targets][members.size()];
    List<Calibration> calibrations = new ArrayList<>();
    for (int t = 0; t < targets; t++) {
      System.arraycopy(flat, t * members.size(), weights[t], 0, members.size());
      ModelRange.shares("weights of target " + t, weights[t]);
      calibrations.add(calibration(state, "calibration_" + t));
    }
    FitReport report = ReportStates.read(map(state.values(), "report"));
    AcceptanceProbe.check(scaling, targetScaling, members, weights);
    return new Parts(scaling, targetScaling, members, weights, calibrations, report);
  }

  private static Calibration calibration(ModelState state, String name) {
    Array scores = state.arrays().get(name);
    return scores == null
        ? Calibration.GAUSSIAN
        : Calibration.ofScores(array(state, name, scores.size()));
  }

  static Member member(
      ModelState state, @Nullable Object values, String prefix, int features, int targets) {
    Map<String, Object> v = map("member", values);
    Map<String, Array> arrays = new LinkedHashMap<>();
    state
        .arrays()
        .forEach(
            (name, array) -> {
              if (name.startsWith(prefix)) {
                arrays.put(name.substring(prefix.length()), array);
              }
            });
    Member member = ofKind(String.valueOf(v.get("kind")), new ModelState(v, arrays));
    Checks.equal("features of " + prefix, member.features(), "features of the model", features);
    Checks.equal("targets of " + prefix, member.targets(), "targets of the model", targets);
    return member;
  }

  /** The kinds of members there are. */
  private static Member ofKind(String kind, ModelState state) {
    if (kind.equals(LinearMember.KIND)) {
      return LinearMember.of(state);
    }
    if (kind.equals(GatedMember.KIND)) {
      return GatedMember.of(state);
    }
    if (kind.equals(LikelihoodMember.KIND)) {
      return LikelihoodMember.of(state);
    }
    if (kind.equals(CompletedMember.KIND)) {
      return CompletedMember.of(state);
    }
    if (kind.equals(IndicatorMember.KIND)) {
      return IndicatorMember.of(state);
    }
    if (kind.equals(PlsMember.KIND)) {
      return PlsMember.of(state);
    }
    throw new IllegalArgumentException("kind of member must be known, got " + kind);
  }

  /** A whole number that must be there. */
  public static int integer(Map<String, Object> values, String name) {
    if (values.get(name) instanceof Number n && n.doubleValue() == n.intValue()) {
      return n.intValue();
    }
    throw new IllegalArgumentException(name + " must be a whole number, got " + values.get(name));
  }

  /** A number that must be there and moderate. */
  public static double number(Map<String, Object> values, String name) {
    if (values.get(name) instanceof Number n) {
      return ModelRange.moderate(name, n.doubleValue());
    }
    throw new IllegalArgumentException(name + " must be a number, got " + values.get(name));
  }

  /** A map that must be there. */
  public static Map<String, Object> map(Map<String, Object> values, String name) {
    return map(name, values.get(name));
  }

  /** A value that must be a map. */
  static Map<String, Object> map(String name, @Nullable Object value) {
    if (!(value instanceof Map<?, ?> found)) {
      throw new IllegalArgumentException(name + " must be a map, got " + value);
    }
    Map<String, Object> out = new LinkedHashMap<>();
    found.forEach((key, each) -> out.put(String.valueOf(key), each));
    return out;
  }

  /** An array that must be there with this shape and moderate numbers. */
  public static double[] array(ModelState state, String name, int... shape) {
    double[] found = shaped(state, name, shape);
    for (double v : found) {
      ModelRange.moderate("every number of array " + name, v);
    }
    return found;
  }

  private static double[] shaped(ModelState state, String name, int... shape) {
    Array found = state.arrays().get(name);
    if (found == null) {
      throw new IllegalArgumentException("array " + name + " must be present");
    }
    if (!java.util.Arrays.equals(found.shape(), shape)) {
      throw new IllegalArgumentException(
          "shape of array "
              + name
              + " must be "
              + java.util.Arrays.toString(shape)
              + ", got "
              + java.util.Arrays.toString(found.shape()));
    }
    return found.data();
  }

  /** A scaling as two arrays. */
  public static void putScaling(Map<String, Array> arrays, String name, Scaling s) {
    double[] center = new double[s.columns()];
    double[] scale = new double[s.columns()];
    for (int j = 0; j < center.length; j++) {
      center[j] = s.center(j);
      scale[j] = s.scale(j);
    }
    arrays.put(name + "_center", new Array(center, center.length));
    arrays.put(name + "_scale", new Array(scale, scale.length));
  }

  /** A scaling from its two arrays. */
  public static Scaling scaling(ModelState state, String name, int columns) {
    double[] center = shaped(state, name + "_center", columns);
    double[] scale = shaped(state, name + "_scale", columns);
    ModelRange.scaling(name, center, scale);
    return Scaling.of(center, scale);
  }
}
