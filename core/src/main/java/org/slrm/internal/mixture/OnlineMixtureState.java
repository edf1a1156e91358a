package org.slrm.internal.mixture;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slrm.internal.check.Checks;
import org.slrm.internal.factor.FactorStatistics;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.member.FactorStates;
import org.slrm.internal.factor.online.OnlineFactorState;
import org.slrm.internal.label.Label;
import org.slrm.internal.predict.ModelRange;
import org.slrm.internal.predict.StateValues;
import org.slrm.method.MixtureConfig;
import org.slrm.result.ModelState;
import org.slrm.result.ModelState.Array;

/** An {@link OnlineMixture} as named arrays and back. */
final class OnlineMixtureState {
  private static final String COUNT = "count";
  private static final String ONE = "one_";

  private OnlineMixtureState() {}

  static void write(OnlineMixture m, Map<String, Object> values, Map<String, Array> arrays) {
    Mixture theta = m.mixture();
    OnlineMixture.MixtureSums sums = m.sums();
    values.put(COUNT, theta.size());
    arrays.put("share", new Array(theta.proportions(), theta.size()));
    arrays.put("share_rows", new Array(sums.rows(), theta.size()));
    arrays.put("share_fit", new Array(new double[] {sums.statistics().objective()}, 1));
    Map<String, Array> one = new LinkedHashMap<>();
    FactorStates.write(m.one(), one);
    one.forEach((name, array) -> arrays.put(ONE + name, array));
    for (int k = 0; k < theta.size(); k++) {
      Map<String, Array> part = new LinkedHashMap<>();
      new OnlineFactorState(theta.component(k), sums.statistics().component(k), sums.seen()[k])
          .write(part);
      String prefix = MixtureMember.prefix(k);
      part.forEach((name, array) -> arrays.put(prefix + name, array));
    }
  }

  static OnlineMixture read(
      ModelState state, MixtureConfig config, int features, List<Label> labels) {
    int columns = features + labels.size();
    int size =
        Checks.between(COUNT, StateValues.integer(state.values(), COUNT), 1, config.components());
    double[] proportions = StateValues.array(state, "share", size);
    ModelRange.proportions("share", proportions);
    double[] rows = StateValues.array(state, "share_rows", size).clone();
    ModelRange.notNegative("share_rows", rows);
    Checks.positive("sum of share_rows", Arrays.stream(rows).sum());
    int d = config.rank();
    List<Factors> components = new ArrayList<>();
    List<FactorStatistics> sums = new ArrayList<>();
    double[][] seen = new double[size][];
    for (int k = 0; k < size; k++) {
      ModelState part = StateValues.under(state, MixtureMember.prefix(k));
      OnlineFactorState component = OnlineFactorState.read(part, d, features, labels);
      components.add(component.factors());
      sums.add(component.statistics());
      seen[k] = component.seen();
    }
    Factors one = FactorStates.read(StateValues.under(state, ONE), d, columns).of(labels);
    double fit = StateValues.array(state, "share_fit", 1)[0];
    return new OnlineMixture(
        config,
        features,
        one,
        new Mixture(proportions, components),
        new OnlineMixture.MixtureSums(new MixtureStatistics(sums, fit), seen, rows));
  }
}
