package org.slrm.internal.predict;

import java.util.Map;
import org.slrm.internal.check.Checks;
import org.slrm.result.ModelState;
import org.slrm.result.ModelState.Array;

/**
 * A member whose predictions shrink towards the intercept where a row has more entries than the
 * rows of its fit: with m observed entries where m₀ are usual, the deviation from the intercept is
 * multiplied by κ^log₂(m/m₀). Only in model files of 0.1.0; newer models thin such rows.
 */
public final class ShrunkMember extends WrappedMember {
  /** Kind in model files. */
  public static final String KIND = "cautious";

  private final int usual;
  private final double[] kappa;

  /**
   * A shrunk member.
   *
   * @param usual upper limit of usual numbers of entries
   * @param kappa by target, the factor κ for twice as many entries, up to 1
   */
  public ShrunkMember(Member inner, int usual, double[] kappa) {
    super(inner);
    Checks.equal("shrinkage factors", kappa.length, "targets", inner.targets());
    this.usual = Checks.atLeast("usual entries", usual, 1);
    this.kappa = kappa.clone();
    for (double k : kappa) {
      ModelRange.within("shrinkage factor", k, 0, 1);
    }
  }

  /** A member from its own parts and those of the inner one. */
  public static ShrunkMember of(ModelState state, MemberReader inside) {
    int features = StateValues.integer(state.values(), "features");
    int targets = StateValues.integer(state.values(), "targets");
    int usual = StateValues.integer(state.values(), "usual");
    Member inner = StateValues.inside(state, inside, features);
    return new ShrunkMember(inner, usual, StateValues.array(state, "kept", targets));
  }

  @Override
  public ModelState state() {
    Map<String, Object> values = StateValues.values(KIND, this);
    values.put("usual", usual);
    return StateValues.around(
        inner.state(), values, Map.of("kept", new Array(kappa, kappa.length)));
  }

  @Override
  public boolean nonlinear() {
    return inner.nonlinear();
  }

  @Override
  public RowSolver rowSolver() {
    return new ShrunkRows(inner.rowSolver());
  }

  private final class ShrunkRows extends InnerRows {
    private double doublings;

    ShrunkRows(RowSolver rows) {
      super(rows);
    }

    @Override
    public void pattern(int[] observed, int m) {
      super.pattern(observed, m);
      doublings = m > usual ? Math.log((double) m / usual) / Math.log(2) : 0;
    }

    private double shrinkage(int target) {
      return doublings > 0 ? Math.pow(kappa[target], doublings) : 1;
    }

    @Override
    public double mean(int target) {
      double at = inner.intercept(target);
      return doublings > 0
          ? at + shrinkage(target) * (super.mean(target) - at)
          : super.mean(target);
    }

    /** The removed part adds to the variance. */
    @Override
    public double signalVariance(int target) {
      double removed = doublings > 0 ? super.mean(target) - mean(target) : 0;
      return super.signalVariance(target) + removed * removed;
    }

    @Override
    public void addContributions(int target, double factor, double[] out) {
      super.addContributions(target, factor * shrinkage(target), out);
    }

    @Override
    public void addSlopes(int target, double factor, double[] out) {
      super.addSlopes(target, factor * shrinkage(target), out);
    }

    @Override
    public double missingness(int target) {
      return shrinkage(target) * super.missingness(target);
    }
  }
}
