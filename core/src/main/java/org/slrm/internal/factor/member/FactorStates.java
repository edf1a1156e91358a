package org.slrm.internal.factor.member;

import java.util.Map;
import org.slrm.internal.check.Checks;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.predict.ModelRange;
import org.slrm.internal.predict.StateValues;
import org.slrm.result.ModelState;
import org.slrm.result.ModelState.Array;

/** Factors of the features as named arrays and back. */
public final class FactorStates {
  private FactorStates() {}

  public static void write(Factors x, Map<String, Array> arrays) {
    int p = x.columns();
    arrays.put("mean", new Array(x.mu(), p));
    arrays.put("loadings", new Array(x.V(), p, x.d()));
    arrays.put("noise", new Array(x.psi(), p));
  }

  public static Factors read(ModelState state) {
    int d = StateValues.integer(state.values(), "rank");
    return read(state, d, StateValues.integer(state.values(), "features"));
  }

  public static Factors read(ModelState state, int d, int p) {
    Checks.between("rank", d, 1, p);
    double[] psi = StateValues.array(state, "noise", p);
    for (int j = 0; j < p; j++) {
      ModelRange.divisor("noise of column " + j, psi[j]);
    }
    return new Factors(
        d, StateValues.array(state, "mean", p), StateValues.array(state, "loadings", p, d), psi);
  }
}
