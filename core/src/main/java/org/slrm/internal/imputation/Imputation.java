package org.slrm.internal.imputation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slrm.data.Scaling;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.member.LikelihoodMember;
import org.slrm.internal.label.Gaussian;
import org.slrm.internal.predict.FinitePredictionCheck;
import org.slrm.internal.predict.Member;
import org.slrm.internal.predict.MemberReader;
import org.slrm.internal.predict.ModelRange;
import org.slrm.internal.predict.StackSolver;
import org.slrm.internal.predict.StateValues;
import org.slrm.result.ModelState;
import org.slrm.result.ModelState.Array;

/**
 * Imputes missing features (P-4): expected values with standard errors that are calibrated on
 * hidden cells (J-2).
 *
 * @param member a factor model of the features; its one label is always 0
 * @param factor multiplier of the standard error of each feature
 */
public record Imputation(Member member, double[] factor) {
  private static final String NAME = "imputation";
  private static final String PREFIX = NAME + "_";
  private static final String FACTOR = PREFIX + "factor";

  /** Imputation by a factor model of the features. */
  static Imputation of(Factors x, double[] factor) {
    return new Imputation(member(x), factor);
  }

  static Member member(Factors x) {
    return new LikelihoodMember(x, new double[1], new double[x.d()], new double[] {1});
  }

  /** A solver for scaled rows, for one thread. */
  public StackSolver solver() {
    return StackSolver.of(member, List.of(Gaussian.LABEL));
  }

  /** Imputes the row last passed to a solver, with calibrated variances, in scaled units. */
  public void impute(StackSolver solver, double[] mean, double[] variance) {
    solver.impute(mean, variance);
    for (int j = 0; j < variance.length; j++) {
      variance[j] *= factor[j] * factor[j];
    }
  }

  /** Adds the model to the values and arrays of a file. */
  public void write(Map<String, Object> values, Map<String, Array> arrays) {
    ModelState state = member.state();
    values.put(NAME, state.values());
    state.arrays().forEach((name, array) -> arrays.put(PREFIX + name, array));
    arrays.put(FACTOR, new Array(factor, factor.length));
  }

  /** The imputation model of a file, null where the file has none. */
  public static @Nullable Imputation read(ModelState state, Scaling scaling, MemberReader reader) {
    if (!state.values().containsKey(NAME)) {
      return null;
    }
    int features = scaling.columns();
    double[] factor = StateValues.array(state, FACTOR, features);
    ModelRange.notNegative("imputation factor", factor);
    Map<String, Object> values = new LinkedHashMap<>(StateValues.map(state.values(), NAME));
    Member member = reader.member(state, values, PREFIX, features, 1);
    FinitePredictionCheck.check(
        scaling,
        Scaling.of(new double[1], new double[] {1}),
        List.of(member),
        new double[][] {{1}},
        List.of(Gaussian.LABEL));
    return new Imputation(member, factor);
  }
}
