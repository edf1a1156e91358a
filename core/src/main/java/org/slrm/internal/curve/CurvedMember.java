package org.slrm.internal.curve;

import java.util.LinkedHashMap;
import java.util.Map;
import org.slrm.internal.check.Checks;
import org.slrm.internal.predict.IndicatorMember;
import org.slrm.internal.predict.Member;
import org.slrm.internal.predict.MemberReader;
import org.slrm.internal.predict.RowSolver;
import org.slrm.internal.predict.StateValues;
import org.slrm.result.ModelState;
import org.slrm.result.ModelState.Array;

/** A member that sees each feature through its curve. */
public final class CurvedMember implements Member {
  /** Kind in model files. */
  public static final String KIND = "curved";

  private final Curves curves;
  private final Member inner;

  /** A member behind curves. */
  public CurvedMember(Curves curves, Member inner) {
    Checks.equal("features of the inner member", inner.features(), "curves", curves.features());
    this.curves = curves;
    this.inner = inner;
  }

  /** Puts a member together from its own parts and those of the one inside. */
  public static CurvedMember of(ModelState state, MemberReader inside) {
    int features = StateValues.integer(state.values(), "features");
    int targets = StateValues.integer(state.values(), "targets");
    Map<String, Object> values = StateValues.map(state.values(), "inner");
    if (KIND.equals(values.get("kind"))) {
      throw new IllegalArgumentException("inner member must not have curves of its own");
    }
    Member inner = inside.member(state, values, IndicatorMember.INNER, features, targets);
    return new CurvedMember(Curves.of(state, features), inner);
  }

  @Override
  public ModelState state() {
    ModelState in = inner.state();
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("kind", KIND);
    values.put("features", features());
    values.put("targets", targets());
    values.put("inner", in.values());
    Map<String, Array> arrays = new LinkedHashMap<>(curves.state());
    in.arrays().forEach((name, array) -> arrays.put(IndicatorMember.INNER + name, array));
    return new ModelState(values, arrays);
  }

  @Override
  public int features() {
    return inner.features();
  }

  @Override
  public int targets() {
    return inner.targets();
  }

  @Override
  public double intercept(int target) {
    return inner.intercept(target);
  }

  @Override
  public int nonZeros(int target) {
    return inner.nonZeros(target);
  }

  @Override
  public boolean completes() {
    return inner.completes();
  }

  @Override
  public RowSolver rowSolver() {
    return new CurvedRows(curves, inner.rowSolver());
  }
}
