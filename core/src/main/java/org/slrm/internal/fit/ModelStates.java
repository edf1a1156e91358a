package org.slrm.internal.fit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slrm.data.Scaling;
import org.slrm.internal.check.Checks;
import org.slrm.internal.factor.member.ImputedFeaturesMember;
import org.slrm.internal.factor.member.LikelihoodMember;
import org.slrm.internal.imputation.Imputation;
import org.slrm.internal.kernel.KernelMember;
import org.slrm.internal.label.Layout;
import org.slrm.internal.mixture.MixtureMember;
import org.slrm.internal.neighbour.NeighbourMember;
import org.slrm.internal.predict.ClassScoresMember;
import org.slrm.internal.predict.Ensemble;
import org.slrm.internal.predict.FinitePredictionCheck;
import org.slrm.internal.predict.IndicatorMember;
import org.slrm.internal.predict.LayoutStates;
import org.slrm.internal.predict.Member;
import org.slrm.internal.predict.ModelRange;
import org.slrm.internal.predict.OutlierBounds;
import org.slrm.internal.predict.ShrunkMember;
import org.slrm.internal.predict.StateValues;
import org.slrm.internal.regression.LinearMember;
import org.slrm.internal.solver.Method;
import org.slrm.internal.transform.TransformedLabelsMember;
import org.slrm.internal.transform.TransformedMember;
import org.slrm.internal.trees.TreesMember;
import org.slrm.internal.trees.imputed.ImputedTreesMember;
import org.slrm.method.MethodSpec;
import org.slrm.result.FitReport;
import org.slrm.result.ModelState;
import org.slrm.result.ModelState.Array;

/** Models as plain values and back. The only place that lists the kinds of members. */
public final class ModelStates {
  private static final Map<String, Function<ModelState, Member>> READERS = readers();

  private static final int MAX_NESTED = 4;

  private ModelStates() {}

  private static Map<String, Function<ModelState, Member>> readers() {
    Map<String, Function<ModelState, Member>> all = new LinkedHashMap<>();
    all.put(LinearMember.KIND, LinearMember::of);
    all.put(LikelihoodMember.KIND, LikelihoodMember::of);
    all.put(ImputedFeaturesMember.KIND, ImputedFeaturesMember::of);
    all.put(IndicatorMember.KIND, state -> IndicatorMember.of(state, ModelStates::member));
    all.put(ShrunkMember.KIND, state -> ShrunkMember.of(state, ModelStates::member));
    all.put(ClassScoresMember.KIND, state -> ClassScoresMember.of(state, ModelStates::member));
    all.put(TransformedMember.KIND, state -> TransformedMember.of(state, ModelStates::member));
    all.put(
        TransformedLabelsMember.KIND,
        state -> TransformedLabelsMember.of(state, ModelStates::member));
    all.put(TreesMember.KIND, TreesMember::of);
    all.put(KernelMember.KIND, KernelMember::of);
    all.put(ImputedTreesMember.KIND, ImputedTreesMember::of);
    all.put(NeighbourMember.KIND, NeighbourMember::of);
    all.put(MixtureMember.KIND, MixtureMember::of);
    MethodSpec.all().forEach(m -> all.putAll(((Method) m).members()));
    return Collections.unmodifiableMap(all);
  }

  /**
   * The parts of a model.
   *
   * @param ensemble the predictor
   * @param report report of the fit
   * @param plausible limits of entries
   * @param imputation model that imputes features, null where the ensemble does
   * @param names names of features and targets
   */
  public record Parts(
      Ensemble ensemble,
      FitReport report,
      OutlierBounds plausible,
      @Nullable Imputation imputation,
      Names names) {
    /** Of a model without names. */
    public Parts(
        Ensemble ensemble,
        FitReport report,
        OutlierBounds plausible,
        @Nullable Imputation imputation) {
      this(ensemble, report, plausible, imputation, Names.NONE);
    }

    /** Of a model for which every entry is plausible and whose ensemble imputes. */
    public Parts(Ensemble ensemble, FitReport report) {
      this(ensemble, report, OutlierBounds.ALL, null);
    }
  }

  /**
   * Names of columns, none where the fit was given none.
   *
   * @param features of the features
   * @param targets of the targets
   */
  public record Names(List<String> features, List<String> targets) {
    public static final Names NONE = new Names(List.of(), List.of());

    /** Copies the lists; refuses empty and equal names. */
    public Names {
      features = checked("feature names", features);
      targets = checked("target names", targets);
    }

    private static List<String> checked(String what, List<String> names) {
      Set<String> seen = new HashSet<>();
      for (String name : names) {
        if (name.isBlank()) {
          throw new IllegalArgumentException(
              what + " must not be empty, got an empty name at position " + seen.size());
        }
        if (!seen.add(name)) {
          throw new IllegalArgumentException(what + " must differ, got \"" + name + "\" twice");
        }
      }
      return List.copyOf(names);
    }

    /** Refuses names of more or fewer columns than there are. */
    public void check(int features, int targets) {
      if (!this.features.isEmpty()) {
        Checks.equal("feature names", this.features.size(), "features", features);
      }
      if (!this.targets.isEmpty()) {
        Checks.equal("target names", this.targets.size(), "targets", targets);
      }
    }

    private void write(Map<String, Object> values) {
      if (!features.isEmpty()) {
        values.put("featureNames", features);
      }
      if (!targets.isEmpty()) {
        values.put("targetNames", targets);
      }
    }

    private static Names read(Map<String, Object> values, int features, int targets) {
      Names names = new Names(list(values.get("featureNames")), list(values.get("targetNames")));
      names.check(features, targets);
      return names;
    }

    private static List<String> list(@Nullable Object names) {
      return names instanceof List<?> all ? all.stream().map(String::valueOf).toList() : List.of();
    }
  }

  /** Serialises a model to values and arrays. */
  public static ModelState write(Parts parts) {
    Ensemble p = parts.ensemble();
    Map<String, Object> values = new LinkedHashMap<>();
    Map<String, Array> arrays = new LinkedHashMap<>();
    int columns = p.layout().columns();
    int count = p.members().size();
    values.put("features", p.scaling().columns());
    values.put("targets", columns);
    parts.names().write(values);
    LayoutStates.write(p, values, arrays);
    values.put("report", ReportStates.write(parts.report()));
    StateValues.putScaling(arrays, "feature", p.scaling());
    StateValues.putScaling(arrays, "target", p.targetScaling());
    parts.plausible().write(arrays);
    RangeStates.write(p.range(), values, arrays);
    double[] flat = new double[columns * count];
    for (int c = 0; c < columns; c++) {
      System.arraycopy(p.weights()[c], 0, flat, c * count, count);
    }
    arrays.put("weights", new Array(flat, columns, count));
    List<Object> kinds = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      ModelState member = p.members().get(k).state();
      kinds.add(member.values());
      String prefix = "member" + k + "_";
      member.arrays().forEach((name, array) -> arrays.put(prefix + name, array));
    }
    values.put("members", kinds);
    if (parts.imputation() != null) {
      parts.imputation().write(values, arrays);
    }
    return new ModelState(values, arrays);
  }

  public static Parts read(ModelState state) {
    int features = StateValues.integer(state.values(), "features");
    int targets = Checks.atLeast("targets", StateValues.integer(state.values(), "targets"), 1);
    Scaling scaling = StateValues.scaling(state, "feature", features);
    Scaling targetScaling = StateValues.scaling(state, "target", targets);
    List<Member> members = new ArrayList<>();
    if (!(state.values().get("members") instanceof List<?> list) || list.isEmpty()) {
      throw new IllegalArgumentException("members must be a list with at least one member");
    }
    for (int k = 0; k < list.size(); k++) {
      members.add(member(state, list.get(k), "member" + k + "_", features, targets));
    }
    double[][] weights = weights(state, targets, members.size());
    FitReport report = ReportStates.read(StateValues.map(state.values(), "report"));
    Layout layout = LayoutStates.layout(state, targets);
    LayoutStates.checkUnits(layout, targetScaling);
    if (!report.scores().isEmpty()) {
      Checks.atLeast("scores of the report", report.scores().size(), layout.size());
    }
    FinitePredictionCheck.check(scaling, targetScaling, members, weights, layout.labels());
    Ensemble ensemble =
        new Ensemble(
            scaling,
            targetScaling,
            members,
            weights,
            LayoutStates.calibrations(state, layout),
            layout,
            LayoutStates.maps(state, targets),
            LayoutStates.scales(state, targets),
            RangeStates.read(state, scaling, targetScaling));
    FinitePredictionCheck.check(ensemble);
    return new Parts(
        ensemble,
        report,
        OutlierBounds.read(state, features),
        Imputation.read(state, scaling, ModelStates::member),
        Names.read(state.values(), features, layout.size()));
  }

  private static double[][] weights(ModelState state, int targets, int members) {
    double[] flat = StateValues.array(state, "weights", targets, members);
    double[][] weights = new double[targets][members];
    for (int t = 0; t < targets; t++) {
      System.arraycopy(flat, t * members, weights[t], 0, members);
      ModelRange.proportions("weights of target " + t, weights[t]);
    }
    return weights;
  }

  public static Member member(
      ModelState state, @Nullable Object values, String prefix, int features, int targets) {
    Map<String, Object> v = StateValues.map("member", values);
    checkNesting(v);
    Map<String, Array> arrays = StateValues.under(state, prefix).arrays();
    Member member = ofKind(String.valueOf(v.get("kind")), new ModelState(v, arrays));
    Checks.equal("features of " + prefix, member.features(), "features of the model", features);
    Checks.equal("targets of " + prefix, member.targets(), "targets of the model", targets);
    return member;
  }

  /** Deepest nesting of members: each level may evaluate the inner one several times. */
  private static void checkNesting(Map<String, Object> member) {
    int depth = 0;
    Map<?, ?> outer = member;
    while (outer.get("inner") instanceof Map<?, ?> inner && depth <= MAX_NESTED) {
      depth++;
      outer = inner;
    }
    Checks.between("members inside each other", depth, 0, MAX_NESTED);
  }

  /** The kinds of members. */
  public static Set<String> kinds() {
    return READERS.keySet();
  }

  private static Member ofKind(String kind, ModelState state) {
    Function<ModelState, Member> reader = READERS.get(kind);
    if (reader == null) {
      throw new IllegalArgumentException(
          "kind of member must be known, got " + kind + "; is the module of its method missing?");
    }
    return reader.apply(state);
  }
}
