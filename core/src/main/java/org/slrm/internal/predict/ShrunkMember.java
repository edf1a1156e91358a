package org.slrm.internal.predict;

import java.util.LinkedHashMap;
import java.util.Map;
import org.slrm.internal.check.Checks;
import org.slrm.result.ModelState;
import org.slrm.result.ModelState.Array;

/**
 * A member that is shrunk where a row has more entries than the rows of its fit: with m known
 * entries where m₀ are usual, its deviation from the intercept is multiplied by κ^log₂(m/m₀).
 * Only in model files of 0.1.0; newer models thin such rows.
 */
public final class ShrunkMember extends WrappedMember {
  /** Kind in model files. */
  public static final String KIND = "cautious";

  private final int usual;
  private final double[] kept;

  /**
   * A shrunk member.
   *
   * @param usual upper limit of usual numbers of entries
   * @param kept by target, the factor κ for twice as many entries, up to 1
   */
  public ShrunkMember(Member inner, int usual, double[] kept) {
    super(inner);
    Checks.equal("kept shares", kept.length, "targets", inner.targets());
    this.usual = Checks.atLeast("usual entries", usual, 1);
    this.kept = kept.clone();
    for (double k : kept) {
      ModelRange.within("kept share", k, 0, 1);
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
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("kind", KIND);
    values.put("features", features());
    values.put("targets", targets());
    values.put("usual", usual);
    return StateValues.around(inner.state(), values, Map.of("kept", new Array(kept, kept.length)));
  }

  @Override
  public boolean nonlinear() {
    return inner.nonlinear();
  }

  @Override
  public RowSolver rowSolver() {
    return new HeldBack(inner.rowSolver());
  }

  private final class HeldBack extends InnerRows {
    private double doublings;

    HeldBack(RowSolver rows) {
      super(rows);
    }

    @Override
    public void pattern(int[] observed, int m) {
      super.pattern(observed, m);
      doublings = m > usual ? Math.log((double) m / usual) / Math.log(2) : 0;
    }

    private double counts(int target) {
      return doublings > 0 ? Math.pow(kept[target], doublings) : 1;
    }

    @Override
    public double mean(int target) {
      double at = inner.intercept(target);
      return doublings > 0 ? at + counts(target) * (super.mean(target) - at) : super.mean(target);
    }

    /** The removed part adds to the variance. */
    @Override
    public double signalVariance(int target) {
      double back = doublings > 0 ? super.mean(target) - mean(target) : 0;
      return super.signalVariance(target) + back * back;
    }

    @Override
    public void addContributions(int target, double share, double[] out) {
      super.addContributions(target, share * counts(target), out);
    }

    @Override
    public void addSlopes(int target, double share, double[] out) {
      super.addSlopes(target, share * counts(target), out);
    }

    @Override
    public double missingness(int target) {
      return counts(target) * super.missingness(target);
    }
  }
}
