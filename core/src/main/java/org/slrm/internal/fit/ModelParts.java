package org.slrm.internal.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.factor.member.ImputedFeaturesMember;
import org.slrm.internal.linalg.Orthonormal;
import org.slrm.internal.mixture.MixtureMember;
import org.slrm.internal.predict.Ensemble;
import org.slrm.internal.predict.StateValues;
import org.slrm.result.MemberInfo;
import org.slrm.result.MemberInfo.Regression;
import org.slrm.result.MemberInfo.Subspace;
import org.slrm.result.ModelState;
import org.slrm.result.ModelState.Array;

/** The members of a model for inspection, by the names in their states. */
public final class ModelParts {
  private ModelParts() {}

  /** One entry for each member. */
  public static List<MemberInfo> of(Ensemble model) {
    List<MemberInfo> out = new ArrayList<>();
    for (int k = 0; k < model.members().size(); k++) {
      int member = k;
      double[] weights = new double[model.targets()];
      Arrays.setAll(weights, t -> weight(model, t, member));
      out.add(part(model.members().get(k).state(), weights));
    }
    return List.copyOf(out);
  }

  /** Mean over the columns of a target. */
  private static double weight(Ensemble model, int t, int k) {
    double sum = 0;
    for (int c = model.layout().first(t); c < model.layout().first(t + 1); c++) {
      sum += model.weights()[c][k];
    }
    return sum / model.target(t).columns();
  }

  private static MemberInfo part(ModelState state, double[] weights) {
    Subspace subspace = subspace(state);
    Map<String, List<Integer>> shapes = new TreeMap<>();
    state
        .arrays()
        .forEach((name, array) -> shapes.put(name, Arrays.stream(array.shape()).boxed().toList()));
    return new MemberInfo(
        String.valueOf(state.values().get("kind")),
        state.values(),
        weights,
        data(state, state.arrays().containsKey("mean") ? "mean" : "center"),
        subspace,
        regression(state, subspace),
        inner(state, weights),
        components(state, weights),
        shapes);
  }

  private static @Nullable Subspace subspace(ModelState state) {
    Array basis = state.arrays().get("basis");
    Array directions = basis == null ? state.arrays().get("loadings") : basis;
    if (directions == null) {
      return null;
    }
    double[] u = directions.data();
    int features = directions.shape()[0];
    int rank = directions.shape()[1];
    if (basis == null) {
      double coherence = Orthonormal.coherenceOfSpan(u, features, rank);
      return new Subspace(u, rank, false, data(state, "noise"), coherence);
    }
    // With an orthonormal basis every feature has the same noise.
    double[] noise = new double[features];
    Arrays.fill(
        noise, state.values().get("featureNoise") instanceof Number n ? n.doubleValue() : 0);
    return new Subspace(u, rank, true, noise, Orthonormal.coherence(u, features, rank));
  }

  private static @Nullable Regression regression(ModelState state, @Nullable Subspace subspace) {
    Array coefficients = state.arrays().get("coefficients");
    if (coefficients == null) {
      return null;
    }
    boolean factors = subspace != null && !subspace.orthonormal();
    return new Regression(
        coefficients.data(),
        data(state, "intercept"),
        data(state, factors ? "label_noise" : "noise"),
        subspace != null && !ImputedFeaturesMember.KIND.equals(state.values().get("kind")));
  }

  private static @Nullable MemberInfo inner(ModelState state, double[] weights) {
    if (!(state.values().get("inner") instanceof Map<?, ?> values)) {
      return null;
    }
    Map<String, Array> arrays = StateValues.under(state, StateValues.INNER).arrays();
    return part(new ModelState(StateValues.map("inner", values), arrays), weights);
  }

  /** Each component of a mixture. */
  private static List<MemberInfo> components(ModelState state, double[] weights) {
    List<MemberInfo> out = new ArrayList<>();
    if (MixtureMember.KIND.equals(state.values().get("kind"))
        && state.values().get("components") instanceof List<?> list) {
      double[] proportions = data(state, "share");
      for (int k = 0; k < list.size(); k++) {
        double proportion = proportions[k];
        double[] scaled = Arrays.stream(weights).map(w -> w * proportion).toArray();
        out.add(part(MixtureMember.component(state, list.get(k), k), scaled));
      }
    }
    return out;
  }

  private static double[] data(ModelState state, String name) {
    Array array = state.arrays().get(name);
    return array == null ? new double[0] : array.data();
  }
}
