package org.slrm.internal.predict;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.data.Scaling;
import org.slrm.internal.check.Checks;
import org.slrm.internal.label.ClassTarget;
import org.slrm.internal.label.ClassTree;
import org.slrm.internal.label.ErrorScale;
import org.slrm.internal.label.Label;
import org.slrm.internal.label.Labels;
import org.slrm.internal.label.Layout;
import org.slrm.internal.label.NumberTarget;
import org.slrm.internal.label.ProbabilityMap;
import org.slrm.internal.label.Target;
import org.slrm.method.LabelKind;
import org.slrm.result.Calibration;
import org.slrm.result.ModelState;
import org.slrm.result.ModelState.Array;

/** Targets and their calibration as plain values and back. */
public final class LayoutStates {
  /** Largest number of classes. */
  public static final int MAX_LEVELS = 1000;

  private LayoutStates() {}

  /** Adds the targets of an ensemble and their calibration. */
  public static void write(Ensemble p, Map<String, Object> values, Map<String, Array> arrays) {
    write(p.layout(), values);
    for (int t = 0; t < p.targets(); t++) {
      Calibration c = p.calibrations().get(t);
      put(arrays, "calibration_" + t, c.scores());
      put(arrays, "errors_" + t, c.errors());
      for (int k = 0; k < c.classScores().length; k++) {
        put(arrays, "set_" + t + "_" + k, c.classScores()[k]);
      }
    }
    for (int c = 0; c < p.maps().size(); c++) {
      ProbabilityMap map = p.maps().get(c);
      if (!map.name().equals("none")) {
        put(arrays, "map_" + c + "_line", new double[] {map.slope(), map.shift()});
        put(arrays, "map_" + c + "_from", map.from());
        put(arrays, "map_" + c + "_to", map.to());
      }
    }
    for (int c = 0; c < p.scales().size(); c++) {
      List<ErrorScale.PiecewiseLinear> curves = p.scales().get(c).curves();
      for (int k = 0; k < curves.size(); k++) {
        put(arrays, "scale_" + c + "_" + k + "_from", curves.get(k).from());
        put(arrays, "scale_" + c + "_" + k + "_to", curves.get(k).to());
      }
    }
  }

  /** Adds the targets. */
  public static void write(Layout layout, Map<String, Object> values) {
    values.put("labels", layout.targets().stream().map(LayoutStates::target).toList());
    if (layout.hasAuxiliary()) {
      values.put("answered", layout.size());
    }
  }

  private static void put(Map<String, Array> arrays, String name, double[] data) {
    if (data.length > 0) {
      arrays.put(name, new Array(data, data.length));
    }
  }

  /** A plain number is stored by its name alone. */
  private static Object target(Target target) {
    if (target.equals(NumberTarget.NUMERIC)) {
      return target.kind().label();
    }
    Map<String, Object> v = new LinkedHashMap<>();
    v.put("kind", target.kind().label());
    if (target instanceof NumberTarget number) {
      v.put("label", number.label().name());
      v.put("shape", Arrays.stream(number.label().shape()).boxed().toList());
      v.put("center", number.center());
      v.put("scale", number.scale());
      limit(v, "min", number.min());
      limit(v, "max", number.max());
      limit(v, "reach", number.reach());
    } else if (target instanceof ClassTarget classes) {
      v.put("levels", classes.levels());
      v.put("tree", Arrays.stream(classes.tree().children()).boxed().toList());
    }
    return v;
  }

  /** Without a limit there is no entry. */
  private static void limit(Map<String, Object> v, String name, double value) {
    if (!Double.isInfinite(value)) {
      v.put(name, value);
    }
  }

  /** The targets of a model with the given number of columns. */
  public static Layout layout(ModelState state, int columns) {
    Layout layout = layoutOf(state, columns);
    Checks.equal("columns of the labels", layout.columns(), "targets", columns);
    return layout;
  }

  /** Rejects scaled labels of counts and classes, which have no unit. */
  public static void checkUnits(Layout layout, Scaling targets) {
    for (int c = 0; c < layout.columns(); c++) {
      if (!layout.labels().get(c).quadratic()) {
        ModelRange.within(
            "target center of " + layout.labels().get(c).name(), targets.center(c), 0, 0);
        ModelRange.within(
            "target scale of " + layout.labels().get(c).name(), targets.scale(c), 1, 1);
      }
    }
  }

  /** Files written before there were label kinds have numeric targets only. */
  public static Layout layoutOf(ModelState state, int numbers) {
    if (!(state.values().get("labels") instanceof List<?> all)) {
      return Layout.numbers(numbers);
    }
    List<Target> targets = new ArrayList<>();
    for (Object o : all) {
      targets.add(o instanceof String ? NumberTarget.NUMERIC : read(StateValues.map("label", o)));
    }
    return state.values().containsKey("answered")
        ? new Layout(targets, StateValues.integer(state.values(), "answered"))
        : new Layout(targets);
  }

  private static Target read(Map<String, Object> v) {
    LabelKind kind = LabelKind.of(String.valueOf(v.get("kind")));
    if (kind.isClassification()) {
      int levels = Checks.between("levels", StateValues.integer(v, "levels"), 2, MAX_LEVELS);
      double[] children = numbers(v, "tree");
      Checks.equal("children of the tree", children.length, "two for each node", 2 * levels - 2);
      int[] child = Arrays.stream(children).mapToInt(c -> (int) c).toArray();
      return new ClassTarget(ClassTree.of(child));
    }
    Label label = Labels.of(kind, String.valueOf(v.get("label")), numbers(v, "shape"));
    NumberTarget target =
        new NumberTarget(
            kind,
            label,
            ModelRange.within("center of a label", number(v.get("center")), -1e120, 1e120),
            ModelRange.within("scale of a label", number(v.get("scale")), 1e-120, 1e120));
    return target
        .within(
            v.containsKey("min") ? Checks.finite("min", number(v.get("min"))) : target.min(),
            v.containsKey("max") ? Checks.finite("max", number(v.get("max"))) : target.max())
        .reaching(
            v.containsKey("reach")
                ? Checks.positive("reach", number(v.get("reach")))
                : target.reach());
  }

  private static double[] numbers(Map<String, Object> v, String name) {
    return v.get(name) instanceof List<?> list
        ? list.stream().mapToDouble(LayoutStates::number).toArray()
        : new double[0];
  }

  private static double number(@Nullable Object o) {
    return o instanceof Number n ? n.doubleValue() : Double.NaN;
  }

  /** Calibration of each target. */
  public static List<Calibration> calibrations(ModelState state, Layout layout) {
    return IntStream.range(0, layout.size())
        .mapToObj(t -> calibration(state, t, layout.target(t).levels()))
        .toList();
  }

  private static Calibration calibration(ModelState state, int t, int levels) {
    double[][] scores = new double[levels][];
    Arrays.setAll(scores, k -> array(state, "set_" + t + "_" + k));
    if (Arrays.stream(scores).anyMatch(s -> s.length > 0)) {
      return Calibration.ofClasses(scores);
    }
    double[] errors = array(state, "errors_" + t);
    if (errors.length > 0) {
      return Calibration.ofErrors(errors);
    }
    double[] number = array(state, "calibration_" + t);
    return number.length == 0 ? Calibration.GAUSSIAN : Calibration.ofScores(number);
  }

  /** Calibration of log-odds, by column. */
  public static List<ProbabilityMap> maps(ModelState state, int columns) {
    List<ProbabilityMap> out = new ArrayList<>();
    for (int c = 0; c < columns; c++) {
      double[] line = array(state, "map_" + c + "_line");
      out.add(
          line.length != 2
              ? ProbabilityMap.NONE
              : new ProbabilityMap(
                  line[0],
                  line[1],
                  array(state, "map_" + c + "_from"),
                  array(state, "map_" + c + "_to")));
    }
    return out;
  }

  public static List<ErrorScale> scales(ModelState state, int columns) {
    List<ErrorScale> out = new ArrayList<>();
    for (int c = 0; c < columns; c++) {
      List<ErrorScale.PiecewiseLinear> curves = new ArrayList<>();
      for (int k = 0; k < ErrorScale.INPUTS; k++) {
        String name = "scale_" + c + "_" + k;
        double[] from = array(state, name + "_from");
        if (from.length > 0) {
          curves.add(new ErrorScale.PiecewiseLinear(from, array(state, name + "_to")));
        }
      }
      out.add(new ErrorScale(curves));
    }
    return out;
  }

  private static double[] array(ModelState state, String name) {
    Array array = state.arrays().get(name);
    return array == null ? new double[0] : StateValues.array(state, name, array.size());
  }
}
