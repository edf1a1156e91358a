package org.slrm.internal.regression;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.slrm.internal.check.Checks;
import org.slrm.internal.predict.LinearInPattern;
import org.slrm.internal.predict.PatternSolver;
import org.slrm.internal.predict.StateValues;
import org.slrm.result.ModelState;
import org.slrm.result.ModelState.Array;

/**
 * A linear model on mean-imputed features: ŷ_t = intercept_t + Σ_{j observed} β_tj (x_j −
 * center_j). A missing feature adds factor_t · β_tj² · variance_j to the variance; the factor
 * matches its mean over the training rows to the held-out errors.
 *
 * @param center means of the features
 * @param variance variances of the features
 * @param coefficients β, targets × features
 * @param intercept by target
 * @param noise variance of a label when every feature is observed, by target
 * @param factor by target
 */
public record LinearMember(
    double[] center,
    double[] variance,
    double[] coefficients,
    double[] intercept,
    double[] noise,
    double[] factor)
    implements LinearInPattern {
  /** Kind in model files. */
  public static final String KIND = "linear";

  /** Checks that the parts fit. */
  public LinearMember {
    int targets = intercept.length;
    Checks.equal("length of variance", variance.length, "features", center.length);
    Checks.equal(
        "length of coefficients",
        coefficients.length,
        "targets × features",
        targets * center.length);
    Checks.equal("length of noise", noise.length, "targets", targets);
    Checks.equal("length of factor", factor.length, "targets", targets);
    for (double v : variance) {
      Checks.notNegative("variance of a feature", v);
    }
    for (int t = 0; t < targets; t++) {
      Checks.notNegative("noise of target " + t, noise[t]);
      Checks.notNegative("factor of target " + t, factor[t]);
    }
  }

  /** A member from its parts. */
  public static LinearMember of(ModelState state) {
    int features = StateValues.integer(state.values(), "features");
    int targets = StateValues.integer(state.values(), "targets");
    return new LinearMember(
        StateValues.array(state, "center", features),
        StateValues.array(state, "variance", features),
        StateValues.array(state, "coefficients", targets, features),
        StateValues.array(state, "intercept", targets),
        StateValues.array(state, "noise", targets),
        StateValues.array(state, "factor", targets));
  }

  @Override
  public ModelState state() {
    Map<String, Array> arrays = new LinkedHashMap<>();
    arrays.put("center", new Array(center, features()));
    arrays.put("variance", new Array(variance, features()));
    arrays.put("coefficients", new Array(coefficients, targets(), features()));
    arrays.put("intercept", new Array(intercept, targets()));
    arrays.put("noise", new Array(noise, targets()));
    arrays.put("factor", new Array(factor, targets()));
    return new ModelState(StateValues.values(KIND, this), arrays);
  }

  @Override
  public int features() {
    return center.length;
  }

  @Override
  public int targets() {
    return intercept.length;
  }

  @Override
  public double intercept(int target) {
    return intercept[target];
  }

  @Override
  public double center(int j) {
    return center[j];
  }

  @Override
  public int nonZeros(int target) {
    return (int)
        IntStream.range(0, features())
            .filter(j -> coefficients[target * features() + j] != 0)
            .count();
  }

  @Override
  public boolean imputes() {
    return false;
  }

  @Override
  public PatternSolver patternSolver() {
    return new Patterned();
  }

  /** Variance of a target due to missing feature j. */
  private double missingVariance(int target, int j) {
    double beta = coefficients[target * features() + j];
    return factor[target] * beta * beta * variance[j];
  }

  private final class Patterned implements PatternSolver {
    private int[] observed = new int[0];
    private int m;

    @Override
    public void pattern(int[] pattern, int count) {
      observed = pattern;
      m = count;
    }

    @Override
    public void coefficients(int target, double[] out) {
      for (int e = 0; e < m; e++) {
        out[e] = coefficients[target * features() + observed[e]];
      }
    }

    @Override
    public double signalVariance(int target) {
      double sum = 0;
      int e = 0;
      for (int j = 0; j < features(); j++) {
        if (e < m && observed[e] == j) {
          e++;
        } else {
          sum += missingVariance(target, j);
        }
      }
      return sum;
    }

    @Override
    public double noiseVariance(int target) {
      return noise[target];
    }

    @Override
    public void varianceReductions(int target, double[] out) {
      Arrays.setAll(out, j -> missingVariance(target, j));
      for (int e = 0; e < m; e++) {
        out[observed[e]] = 0;
      }
    }

    @Override
    public void impute(double[] residual, double[] mean, double[] varianceOut) {
      System.arraycopy(center, 0, mean, 0, mean.length);
      System.arraycopy(variance, 0, varianceOut, 0, mean.length);
      for (int e = 0; e < m; e++) {
        mean[observed[e]] += residual[e];
        varianceOut[observed[e]] = 0;
      }
    }
  }
}
