package org.slrm.internal.transform;

import java.util.LinkedHashMap;
import java.util.Map;
import org.slrm.internal.check.Checks;
import org.slrm.internal.predict.Member;
import org.slrm.internal.predict.MemberReader;
import org.slrm.internal.predict.RowSolver;
import org.slrm.internal.predict.StateValues;
import org.slrm.internal.predict.WrappedMember;
import org.slrm.result.ModelState;

/** A member on transformed features. */
public final class TransformedMember extends WrappedMember {
  /** Kind in model files. */
  public static final String KIND = "curved";

  private final FeatureTransforms curves;

  /** A member on features with these transforms. */
  public TransformedMember(FeatureTransforms curves, Member inner) {
    super(inner);
    Checks.equal("features of the inner member", inner.features(), "curves", curves.features());
    this.curves = curves;
  }

  /** A member from its own parts and those of the inner one. */
  public static TransformedMember of(ModelState state, MemberReader inside) {
    int features = StateValues.integer(state.values(), "features");
    Member inner = StateValues.inside(state, inside, features);
    return new TransformedMember(FeatureTransforms.of(state, features), inner);
  }

  @Override
  public ModelState state() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("kind", KIND);
    values.put("features", features());
    values.put("targets", targets());
    return StateValues.around(inner.state(), values, curves.state());
  }

  @Override
  public RowSolver rowSolver() {
    return new TransformedRows(curves, inner.rowSolver());
  }
}
