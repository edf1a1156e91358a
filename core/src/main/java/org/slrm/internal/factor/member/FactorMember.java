package org.slrm.internal.factor.member;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.slrm.internal.check.Checks;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.masking.MaskingCurve;
import org.slrm.internal.predict.LinearInPattern;
import org.slrm.internal.predict.ModelRange;
import org.slrm.internal.predict.PatternSolver;
import org.slrm.internal.predict.StateValues;
import org.slrm.result.ModelState;
import org.slrm.result.ModelState.Array;

/** A member whose predictions follow from a row's posterior; subclasses add the prediction rule. */
interface FactorMember extends LinearInPattern {
  /** The parameters. */
  LabelModel labels();

  @Override
  default int features() {
    return labels().x().columns();
  }

  @Override
  default int targets() {
    return labels().targets();
  }

  @Override
  default double intercept(int target) {
    return labels().intercept()[target] + (labels().missing().any() ? shift(target) : 0);
  }

  /** Prediction at the means of all values minus that at the means of missing ones (N-8). */
  double shift(int target);

  @Override
  default double center(int j) {
    return labels().missing().mean()[j];
  }

  @Override
  default List<MaskingCurve> curves() {
    return labels().x().curves();
  }

  @Override
  default boolean imputes() {
    return true;
  }

  @Override
  default int nonZeros(int target) {
    return labels().nonZeros(target);
  }

  /**
   * Labels as linear functions of factor scores or of imputed features.
   *
   * @param x the features' parameters
   * @param intercept prediction when nothing is observed, by target
   * @param coefficients targets × {@code width}
   * @param tau label noises
   * @param width coefficients per target
   * @param missing effects of missing entries
   */
  record LabelModel(
      Factors x,
      double[] intercept,
      double[] coefficients,
      double[] tau,
      int width,
      MissingEffects missing) {
    public LabelModel {
      Checks.equal(
          "number of coefficients",
          coefficients.length,
          "targets × coefficients of each",
          intercept.length * width);
    }

    LabelModel(Factors x, double[] intercept, double[] coefficients, double[] tau, int width) {
      this(x, intercept, coefficients, tau, width, MissingEffects.of(x));
    }

    int targets() {
      return intercept.length;
    }

    /** The effects of all entries that are missing because of their values (N-8). */
    double offset(PatternSolver solver, int target) {
      if (!missing.any()) {
        return 0;
      }
      double[] effects = new double[x.columns()];
      solver.addMissingEffects(target, 1, effects);
      return Arrays.stream(effects).sum();
    }

    /** Number of non-zero coefficients of a target. */
    int nonZeros(int target) {
      return (int)
          IntStream.range(target * width, (target + 1) * width)
              .filter(k -> coefficients[k] != 0)
              .count();
    }

    /** The state of a member of this kind. */
    ModelState state(String kind) {
      Map<String, Object> values = new LinkedHashMap<>();
      values.put("kind", kind);
      values.put("rank", x.d());
      values.put("features", x.columns());
      values.put("targets", targets());
      Map<String, Array> arrays = new LinkedHashMap<>();
      FactorStates.write(x, arrays);
      arrays.put("intercept", new Array(intercept, targets()));
      arrays.put("coefficients", new Array(coefficients, targets(), width));
      arrays.put("label_noise", new Array(tau, targets()));
      return new ModelState(values, arrays);
    }

    /** Reads a member's state. */
    static LabelModel of(ModelState state, ToIntFunction<Factors> width) {
      Factors x = FactorStates.read(state);
      int targets = StateValues.integer(state.values(), "targets");
      int coefficientCount = width.applyAsInt(x);
      return new LabelModel(
          x,
          StateValues.array(state, "intercept", targets),
          StateValues.array(state, "coefficients", targets, coefficientCount),
          ModelRange.notNegative("label_noise", StateValues.array(state, "label_noise", targets)),
          coefficientCount);
    }
  }
}
