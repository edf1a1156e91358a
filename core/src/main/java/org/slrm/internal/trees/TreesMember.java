package org.slrm.internal.trees;

import java.util.Arrays;
import java.util.List;
import org.slrm.internal.check.Checks;
import org.slrm.internal.predict.Member;
import org.slrm.internal.predict.RowSolver;
import org.slrm.result.ModelState;

/**
 * Boosted trees as a member. The intercept is the prediction of a row with nothing observed, as for
 * every member. The effect of missing features, Shapley values included, is reported as
 * missingness.
 *
 * @param forests trees by target
 * @param center means of the features
 * @param variance variances of the features
 * @param noise variance of a label when every feature is observed, by target
 * @param spread variance added by a missing feature, targets × features
 * @param intercept by target
 */
public record TreesMember(
    List<Forest> forests,
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
      List<Forest> forests, double[] center, double[] variance, double[] noise, double[] spread) {
    this(forests, center, variance, noise, spread, intercepts(forests, center.length));
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

  /** A member from its state. */
  public static TreesMember of(ModelState state) {
    return TreesState.read(state);
  }

  @Override
  public ModelState state() {
    return TreesState.write(this);
  }

  Forest forest(int target) {
    return forests.get(target);
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
