package org.slrm.internal.factor.member;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slrm.internal.check.Checks;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.masking.MaskingCurve;
import org.slrm.internal.predict.ModelRange;
import org.slrm.internal.predict.StateValues;
import org.slrm.result.ModelState;
import org.slrm.result.ModelState.Array;

/** Factors of the features as named arrays and back. */
public final class FactorStates {
  private static final String MISSINGNESS = "missingness";

  /** Logarithm of the probability that a feature without missing entries is missing. */
  private static final double LOWEST = -700;

  private FactorStates() {}

  public static void write(Factors x, Map<String, Array> arrays) {
    int p = x.columns();
    arrays.put("mean", new Array(x.mu(), p));
    arrays.put("loadings", new Array(x.V(), p, x.d()));
    arrays.put("noise", new Array(x.psi(), p));
    if (!x.curves().isEmpty()) {
      double[] c = new double[3 * x.curves().size()];
      for (int j = 0; j < x.curves().size(); j++) {
        MaskingCurve curve = x.curves().get(j);
        c[3 * j] = Math.max(LOWEST, curve.c0());
        c[3 * j + 1] = curve.c1();
        c[3 * j + 2] = curve.c2();
      }
      arrays.put(MISSINGNESS, new Array(c, x.curves().size(), 3));
    }
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
    Factors x =
        new Factors(
            d,
            StateValues.array(state, "mean", p),
            StateValues.array(state, "loadings", p, d),
            psi);
    return x.masked(curves(state, p));
  }

  /** The curves of features that may be missing because of their values, if there are any. */
  private static List<MaskingCurve> curves(ModelState state, int p) {
    Array found = state.arrays().get(MISSINGNESS);
    if (found == null) {
      return List.of();
    }
    int features = Checks.between("rows of missingness", found.shape()[0], 1, p);
    double[] c = StateValues.array(state, MISSINGNESS, features, 3);
    List<MaskingCurve> out = new ArrayList<>();
    for (int j = 0; j < features; j++) {
      ModelRange.within("curvature of missingness " + j, c[3 * j + 2], -ModelRange.LARGEST, 0);
      out.add(new MaskingCurve(c[3 * j], c[3 * j + 1], c[3 * j + 2]));
    }
    return out;
  }
}
