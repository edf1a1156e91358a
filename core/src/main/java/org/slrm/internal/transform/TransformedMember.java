package org.slrm.internal.transform;

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

  private final FeatureTransforms transforms;

  /** A member on features with these transforms. */
  public TransformedMember(FeatureTransforms transforms, Member inner) {
    super(inner);
    Checks.equal(
        "features of the inner member", inner.features(), "transforms", transforms.features());
    this.transforms = transforms;
  }

  /** A member from its own parts and those of the inner one. */
  public static TransformedMember of(ModelState state, MemberReader inside) {
    int features = StateValues.integer(state.values(), "features");
    Member inner = StateValues.inside(state, inside, features);
    return new TransformedMember(FeatureTransforms.of(state, features), inner);
  }

  @Override
  public ModelState state() {
    return StateValues.around(inner.state(), StateValues.values(KIND, this), transforms.state());
  }

  @Override
  public RowSolver rowSolver() {
    return new TransformedRows(transforms, inner.rowSolver());
  }
}
