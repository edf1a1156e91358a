package org.slrm.internal.mixture;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.check.Checks;
import org.slrm.internal.factor.Canonical;
import org.slrm.internal.factor.member.LikelihoodMember;
import org.slrm.internal.predict.Member;
import org.slrm.internal.predict.ModelRange;
import org.slrm.internal.predict.RowSolver;
import org.slrm.internal.predict.StateValues;
import org.slrm.result.ModelState;
import org.slrm.result.ModelState.Array;

/**
 * A mixture of factor analysers as a member (U-5), (U-6): the observed entries determine the
 * component probabilities, and the prediction is the weighted mean of the components' predictions.
 *
 * @param proportions component probabilities of a row with nothing observed
 */
public record MixtureMember(double[] proportions, List<LikelihoodMember> components)
    implements Member {
  /** The kind under which models are stored. */
  public static final String KIND = "mixture";

  /** Prefix of the names of a component's arrays, before its number. */
  public static final String COMPONENT = "component";

  /** Copies the list. */
  public MixtureMember {
    components = List.copyOf(components);
  }

  /** The member of a mixture, each component in its canonical basis. */
  public static MixtureMember of(Mixture mixture, int features) {
    return new MixtureMember(
        mixture.proportions(),
        mixture.components().stream()
            .map(f -> LikelihoodMember.of(Canonical.of(f, features), features))
            .toList());
  }

  public static MixtureMember of(ModelState state) {
    int count = Checks.atLeast("components", StateValues.integer(state.values(), "count"), 1);
    int features = StateValues.integer(state.values(), "features");
    int targets = StateValues.integer(state.values(), "targets");
    if (!(state.values().get("components") instanceof List<?> list)) {
      throw new IllegalArgumentException("components must be a list");
    }
    Checks.equal("number of components", list.size(), "count", count);
    double[] proportions = StateValues.array(state, "share", count);
    ModelRange.proportions("share", proportions);
    List<LikelihoodMember> components = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      LikelihoodMember one = LikelihoodMember.of(component(state, list.get(k), k));
      Checks.equal("features of component " + k, one.features(), "features", features);
      Checks.equal("targets of component " + k, one.targets(), "targets", targets);
      components.add(one);
    }
    return new MixtureMember(proportions, components);
  }

  /** The state of component k within that of a mixture. */
  public static ModelState component(ModelState state, @Nullable Object values, int k) {
    return new ModelState(
        StateValues.map("component", values), StateValues.under(state, prefix(k)).arrays());
  }

  static String prefix(int k) {
    return COMPONENT + k + "_";
  }

  @Override
  public boolean modelsPatterns() {
    return true;
  }

  @Override
  public ModelState state() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("kind", KIND);
    values.put("count", size());
    values.put("features", features());
    values.put("targets", targets());
    Map<String, Array> arrays = new LinkedHashMap<>();
    arrays.put("share", new Array(proportions, size()));
    List<Object> all = new ArrayList<>();
    for (int k = 0; k < size(); k++) {
      ModelState one = components.get(k).state();
      String prefix = prefix(k);
      all.add(one.values());
      one.arrays().forEach((name, array) -> arrays.put(prefix + name, array));
    }
    values.put("components", all);
    return new ModelState(values, arrays);
  }

  /** Number of components. */
  public int size() {
    return proportions.length;
  }

  @Override
  public int features() {
    return components.get(0).features();
  }

  @Override
  public int targets() {
    return components.get(0).targets();
  }

  /** Σ_k π_k b_k. */
  @Override
  public double intercept(int target) {
    double sum = 0;
    for (int k = 0; k < size(); k++) {
      sum += proportions[k] * components.get(k).intercept(target);
    }
    return sum;
  }

  @Override
  public RowSolver rowSolver() {
    return new MixtureRowSolver(this);
  }

  @Override
  public int nonZeros(int target) {
    return IntStream.range(0, size()).map(k -> components.get(k).nonZeros(target)).sum();
  }
}
