package org.slrm.internal.trees;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slrm.internal.check.Checks;
import org.slrm.internal.predict.Member;
import org.slrm.internal.predict.ModelRange;
import org.slrm.internal.predict.RowSolver;
import org.slrm.internal.predict.StateValues;
import org.slrm.internal.run.CategoricalColumns;
import org.slrm.result.ModelState;
import org.slrm.result.ModelState.Array;

/**
 * Boosted trees as a member. The intercept is the prediction of a row with nothing observed, as for
 * every member. The effect of missing features, Shapley values included, is reported as
 * missingness.
 *
 * @param forests trees by target
 * @param categories columns whose levels the trees split
 * @param center means of the features
 * @param variance variances of the features
 * @param noise variance of a label when every feature is observed, by target
 * @param spread variance added by a missing feature, targets × features
 * @param intercept by target
 */
public record TreesMember(
    List<Forest> forests,
    CategoricalColumns categories,
    double[] center,
    double[] variance,
    double[] noise,
    double[] spread,
    double[] intercept)
    implements Member {
  /** Kind in model files. */
  public static final String KIND = "trees";

  /** A member whose intercepts are the predictions of its trees without any feature. */
  TreesMember(
      List<Forest> forests,
      CategoricalColumns categories,
      double[] center,
      double[] variance,
      double[] noise,
      double[] spread) {
    this(forests, categories, center, variance, noise, spread, intercepts(forests, center.length));
  }

  /** Checks that the parts fit. */
  public TreesMember {
    forests = List.copyOf(forests);
    Checks.equal("length of variance", variance.length, "features", center.length);
    Checks.equal("length of noise", noise.length, "targets", forests.size());
    Checks.equal(
        "length of spread", spread.length, "targets × features", noise.length * center.length);
  }

  private static double[] intercepts(List<Forest> forests, int features) {
    double[] missing = new double[features];
    Arrays.fill(missing, Double.NaN);
    return forests.stream().mapToDouble(f -> f.predict(missing)).toArray();
  }

  public static TreesMember of(ModelState state) {
    int features = StateValues.integer(state.values(), "features");
    int targets = StateValues.integer(state.values(), "targets");
    CategoricalColumns categories = TreesState.categories(state, features);
    return new TreesMember(
        TreesState.forests(state, targets, features, categories),
        categories,
        StateValues.array(state, "center", features),
        ModelRange.notNegative("variance", StateValues.array(state, "variance", features)),
        ModelRange.notNegative("noise", StateValues.array(state, "noise", targets)),
        ModelRange.notNegative("spread", StateValues.array(state, "spread", targets, features)));
  }

  @Override
  public ModelState state() {
    Map<String, Object> values = StateValues.values(KIND, this);
    Map<String, Array> arrays = new LinkedHashMap<>();
    StateValues.put(arrays, "center", center);
    StateValues.put(arrays, "variance", variance);
    StateValues.put(arrays, "noise", noise);
    arrays.put("spread", new Array(spread, targets(), features()));
    TreesState.putForests(forests, categories, values, arrays);
    return new ModelState(values, arrays);
  }

  @Override
  public int features() {
    return center.length;
  }

  @Override
  public int targets() {
    return forests.size();
  }

  @Override
  public double intercept(int target) {
    return intercept[target];
  }

  @Override
  public RowSolver rowSolver() {
    return new TreeRows(this);
  }

  /** Features that the trees of a target split on. */
  @Override
  public int nonZeros(int target) {
    return forests.get(target).used().cardinality();
  }

  @Override
  public boolean imputes() {
    return false;
  }
}
