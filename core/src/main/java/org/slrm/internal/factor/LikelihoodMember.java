package org.slrm.internal.factor;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slrm.data.Checks;
import org.slrm.internal.predict.LinearInPattern;
import org.slrm.internal.predict.ModelRange;
import org.slrm.internal.predict.PatternSolver;
import org.slrm.internal.predict.StateValues;
import org.slrm.result.ModelState;
import org.slrm.result.ModelState.Array;

/**
 * Labels as linear functions of the code, predicted by its posterior (P-1): ŷ = b + wᵀa, variance
 * wᵀSw + τ.
 */
public final class LikelihoodMember implements LinearInPattern {
  /** The kind under which models are stored. */
  public static final String KIND = "likelihood";

  private final Factors x;
  private final double[] b;
  private final double[] w;
  private final double[] tau;
  private final Posterior.Tables tables;

  /**
   * A member.
   *
   * @param x the features' parameters
   * @param b intercepts, one per target
   * @param w coefficients of the code, targets × d
   * @param tau label noises
   */
  public LikelihoodMember(Factors x, double[] b, double[] w, double[] tau) {
    Checks.equal("number of coefficients", w.length, "targets × rank", b.length * x.d());
    this.x = x;
    this.b = b;
    this.w = w;
    this.tau = tau;
    tables = FeatureTables.of(x);
  }

  @Override
  public int features() {
    return x.columns();
  }

  @Override
  public int targets() {
    return b.length;
  }

  @Override
  public double intercept(int target) {
    return b[target];
  }

  @Override
  public double center(int j) {
    return x.mu()[j];
  }

  @Override
  public boolean completes() {
    return true;
  }

  @Override
  public int nonZeros(int target) {
    int count = 0;
    for (int k = target * x.d(); k < (target + 1) * x.d(); k++) {
      count += w[k] != 0 ? 1 : 0;
    }
    return count;
  }

  @Override
  public PatternSolver patternSolver() {
    return new Solver();
  }

  @Override
  public ModelState state() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("kind", KIND);
    values.put("rank", x.d());
    values.put("features", features());
    values.put("targets", targets());
    Map<String, Array> arrays = new LinkedHashMap<>();
    FactorStates.write(x, arrays);
    arrays.put("intercept", new Array(b, b.length));
    arrays.put("coefficients", new Array(w, b.length, x.d()));
    arrays.put("label_noise", new Array(tau, tau.length));
    return new ModelState(values, arrays);
  }

  /** A member from its state. */
  public static LikelihoodMember of(ModelState state) {
    Factors x = FactorStates.read(state);
    int targets = StateValues.integer(state.values(), "targets");
    return new LikelihoodMember(
        x,
        StateValues.array(state, "intercept", targets),
        StateValues.array(state, "coefficients", targets, x.d()),
        ModelRange.notNegative("label_noise", StateValues.array(state, "label_noise", targets)));
  }

  private final class Solver implements PatternSolver {
    private final FeaturePosterior posterior = new FeaturePosterior(x, tables);
    private final double[] z = new double[x.d()];
    private int solved = -1;

    @Override
    public void pattern(int[] observed, int m) {
      solved = -1;
      posterior.pattern(observed, m);
    }

    @Override
    public boolean answered() {
      return true;
    }

    /** c_j = wᵀS V_j/ψ_j (P-2). */
    @Override
    public void coefficients(int target, double[] out) {
      posterior.coefficients(projected(target), out);
    }

    @Override
    public double signalVariance(int target) {
      double[] sw = projected(target);
      double sum = 0;
      for (int k = 0; k < sw.length; k++) {
        sum += w[target * sw.length + k] * sw[k];
      }
      return sum;
    }

    @Override
    public double noiseVariance(int target) {
      return tau[target];
    }

    /** (wᵀSV_j)² / (ψ_j + V_jᵀSV_j) (P-3). */
    @Override
    public void varianceReductions(int target, double[] out) {
      double[] sw = projected(target);
      Arrays.fill(out, 0);
      posterior.forEachMissing(j -> out[j] = square(posterior.dot(j, sw)) / posterior.variance(j));
    }

    @Override
    public void complete(double[] residual, double[] mean, double[] variance) {
      posterior.complete(residual, mean, variance);
    }

    /** S w, kept until the next pattern. */
    private double[] projected(int target) {
      if (solved != target) {
        System.arraycopy(w, target * z.length, z, 0, z.length);
        posterior.solve(z);
        solved = target;
      }
      return z;
    }
  }

  private static double square(double v) {
    return v * v;
  }
}
