package org.slrm.paper.internal.algorithm;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slrm.internal.check.Checks;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.predict.LinearInPattern;
import org.slrm.internal.predict.ModelRange;
import org.slrm.internal.predict.PatternSolver;
import org.slrm.internal.predict.StateValues;
import org.slrm.result.ModelState;
import org.slrm.result.ModelState.Array;

/**
 * The paper's predictor (G-1): ŷ = b + wᵀ(U_ΩᵀU_Ω)⁻¹U_Ωᵀx_Ω when the gate passes, otherwise b and
 * not answered. Scaled units, so features are centred at 0.
 *
 * <p>With feature noise σ² the projection errs by σ²wᵀ(U_ΩᵀU_Ω)⁻¹w, the signal variance. A row that
 * is not answered has the variance of wᵀα over the training rows.
 *
 * <p>For a label without noise (classes, counts), which the paper does not have, an error of η is
 * no error of the label: η is shrunk by its uncertainty (G-1'), b + ρwᵀx̃ with ρ = s²/(s² + v) and
 * variance ρv, where s² is the variance of wᵀα and v that of the projection.
 *
 * @param features D
 * @param rank d
 * @param basis U, row-major
 * @param coefficients w of each target, one after the other
 * @param intercept b of each target
 * @param gate γ
 * @param featureNoise σ², variance of a feature around the subspace
 * @param codeVariance mean variance of a code's entries
 * @param noise variance of each label around wᵀα
 * @param signal variance of wᵀα for each target
 */
public record GatedMember(
    int features,
    int rank,
    double[] basis,
    double[] coefficients,
    double[] intercept,
    double gate,
    double featureNoise,
    double codeVariance,
    double[] noise,
    double[] signal)
    implements LinearInPattern {
  /** Kind in model files. */
  public static final String KIND = "gated";

  public GatedMember {
    Checks.between("rank", rank, 1, features);
    Checks.equal("length of basis", basis.length, "features × rank", features * rank);
    int targets = intercept.length;
    Checks.equal("length of coefficients", coefficients.length, "targets × rank", targets * rank);
    Checks.equal("length of noise", noise.length, "targets", targets);
    Checks.equal("length of signal", signal.length, "targets", targets);
    Checks.inHalfOpen("gate", gate, 0, 1);
    Checks.notNegative("featureNoise", featureNoise);
    Checks.positive("codeVariance", codeVariance);
    for (int t = 0; t < targets; t++) {
      Checks.notNegative("noise of target " + t, noise[t]);
      Checks.notNegative("signal of target " + t, signal[t]);
    }
  }

  /** A member from its parts. */
  public static GatedMember of(ModelState state) {
    int features = StateValues.integer(state.values(), "features");
    int rank = StateValues.integer(state.values(), "rank");
    int targets = StateValues.integer(state.values(), "targets");
    double[] basis = StateValues.array(state, "basis", features, rank);
    ModelRange.orthonormal("basis", basis, features, rank);
    return new GatedMember(
        features,
        rank,
        basis,
        StateValues.array(state, "coefficients", targets, rank),
        StateValues.array(state, "intercept", targets),
        StateValues.number(state.values(), "gate"),
        StateValues.number(state.values(), "featureNoise"),
        ModelRange.divisor("codeVariance", StateValues.number(state.values(), "codeVariance")),
        StateValues.array(state, "noise", targets),
        StateValues.array(state, "signal", targets));
  }

  @Override
  public ModelState state() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("kind", KIND);
    values.put("features", features);
    values.put("rank", rank);
    values.put("targets", targets());
    values.put("gate", gate);
    values.put("featureNoise", featureNoise);
    values.put("codeVariance", codeVariance);
    Map<String, Array> arrays = new LinkedHashMap<>();
    arrays.put("basis", new Array(basis, features, rank));
    arrays.put("coefficients", new Array(coefficients, targets(), rank));
    arrays.put("intercept", new Array(intercept, targets()));
    arrays.put("noise", new Array(noise, targets()));
    arrays.put("signal", new Array(signal, targets()));
    return new ModelState(values, arrays);
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
    return 0;
  }

  @Override
  public int nonZeros(int target) {
    int from = target * rank;
    return (int) Arrays.stream(coefficients, from, from + rank).filter(v -> v != 0).count();
  }

  @Override
  public PatternSolver patternSolver() {
    return new Patterned();
  }

  private final class Patterned implements PatternSolver {
    private final GatedProjection projection = new GatedProjection(features, rank, gate);
    private final double[] w = new double[rank];
    private final double[] v = new double[rank];
    private final double[] a = new double[rank];
    private int[] observed = new int[0];
    private int m;
    private boolean regularized;

    @Override
    public void pattern(int[] pattern, int count) {
      observed = pattern;
      m = count;
      regularized = false;
      projection.pattern(basis, pattern, count);
    }

    @Override
    public boolean predicts() {
      return projection.answered();
    }

    @Override
    public void coefficients(int target, double[] out) {
      if (!predicts()) {
        Arrays.fill(out, 0, m, 0);
        return;
      }
      // c_j = wᵀ(U_ΩᵀU_Ω)⁻¹U_j
      inverseTimesRegressor(target);
      double shrinkage = shrinkage(target);
      for (int e = 0; e < m; e++) {
        out[e] = shrinkage * Vectors.dot(basis, observed[e] * rank, v, 0, rank);
      }
    }

    /** ρ of (G-1'), 1 for a label with noise; the regressor is given. */
    private double shrinkage(int target) {
      double s = signal[target];
      double all = s + ofProjection();
      return noise[target] > 0 || all == 0 ? 1 : s / all;
    }

    private double ofProjection() {
      return featureNoise * Math.max(0, Vectors.dot(v, 0, w, 0, rank));
    }

    @Override
    public double signalVariance(int target) {
      if (!predicts()) {
        return signal[target];
      }
      inverseTimesRegressor(target);
      return shrinkage(target) * ofProjection();
    }

    @Override
    public double noiseVariance(int target) {
      return noise[target];
    }

    /**
     * σ²(wᵀAU_j)² / (1 + U_jᵀAU_j) with A the inverse: the variance reduction by one more entry.
     */
    @Override
    public void varianceReductions(int target, double[] out) {
      regularizeIfRefused();
      inverseTimesRegressor(target);
      double shrinkage = predicts() ? shrinkage(target) : 1;
      for (int j = 0; j < features; j++) {
        double gain = shrinkage * Vectors.dot(basis, j * rank, v, 0, rank);
        out[j] = residualVariance() * gain * gain / (1 + leverage(j));
      }
      for (int e = 0; e < m; e++) {
        out[observed[e]] = 0;
      }
    }

    @Override
    public void impute(double[] residual, double[] mean, double[] variance) {
      regularizeIfRefused();
      Arrays.fill(a, 0);
      for (int e = 0; e < m; e++) {
        Vectors.add(a, 0, residual[e], basis, observed[e] * rank, rank);
      }
      double[] code = new double[rank];
      Packed.multiply(projection.inverse(), 0, a, code, rank);
      for (int j = 0; j < features; j++) {
        mean[j] = Vectors.dot(basis, j * rank, code, 0, rank);
        variance[j] = featureNoise + residualVariance() * leverage(j);
      }
    }

    /** A refused row is imputed with codes shrunk by the noise-to-signal ratio. */
    private void regularizeIfRefused() {
      if (!predicts() && !regularized) {
        projection.regularize(residualVariance() / codeVariance);
        regularized = true;
      }
    }

    /** σ², limited from below so that noise-free data have a finite shrinkage. */
    private double residualVariance() {
      return Math.max(featureNoise, 1e-8 * codeVariance);
    }

    private double leverage(int j) {
      System.arraycopy(basis, j * rank, a, 0, rank);
      Packed.multiply(projection.inverse(), 0, a, w, rank);
      return Vectors.dot(w, 0, a, 0, rank);
    }

    private void inverseTimesRegressor(int target) {
      System.arraycopy(coefficients, target * rank, w, 0, rank);
      Packed.multiply(projection.inverse(), 0, w, v, rank);
    }
  }
}
