package org.slrm.internal.kernel;

import java.util.Arrays;
import org.slrm.internal.factor.member.RowPosterior;
import org.slrm.internal.predict.RowSolver;
import org.slrm.internal.special.Quadrature;

/** Predicts rows for a {@link KernelMember}. One per thread. */
final class KernelSolver implements RowSolver {
  private final KernelMember member;
  private final boolean imputed;
  private final RowPosterior posterior;
  private final double[] u;
  private final double[] at;
  private final double[] slope;
  private final double[] byCode;
  private final double[] none;
  private int[] observed = new int[0];
  private int m;

  /** Values of the functions at the row, NaN until computed. */
  private final double[] value;

  KernelSolver(KernelMember member) {
    this.member = member;
    imputed = member.imputed;
    posterior = new RowPosterior(member.x, member.tables);
    u = new double[member.width()];
    at = new double[u.length];
    slope = new double[u.length];
    byCode = new double[member.x.d()];
    none = new double[member.features()];
    value = new double[member.targets()];
  }

  @Override
  public void pattern(int[] pattern, int count) {
    observed = pattern;
    m = count;
    posterior.pattern(pattern, count);
  }

  @Override
  public void row(double[] z) {
    posterior.row(z);
    Arrays.fill(value, Double.NaN);
    if (imputed) {
      posterior.imputed(u);
    } else {
      System.arraycopy(posterior.code(), 0, u, 0, u.length);
    }
  }

  @Override
  public double mean(int target) {
    if (Double.isNaN(value[target])) {
      value[target] = member.surface(target).value(u);
    }
    return value[target];
  }

  @Override
  public double signalVariance(int target) {
    local(target);
    double noise = imputed ? posterior.noise(slope) : 0;
    return Math.max(0, posterior.variance(byCode) + noise);
  }

  @Override
  public double noiseVariance(int target) {
    return member.tau[target];
  }

  @Override
  public void varianceReductions(int target, double[] out) {
    local(target);
    posterior.reductions(byCode, imputed ? slope : none, out);
  }

  @Override
  public void impute(double[] mean, double[] variance) {
    posterior.impute(mean, variance);
  }

  @Override
  public double expected(int feature, int features) {
    return posterior.expected(feature);
  }

  /** Contributions by (H-5): ḡ = ∫₀¹ ∇f(su) ds, corrected along u so that ḡᵀu = f(u) − f(0). */
  @Override
  public void addContributions(int target, double factor, double[] out) {
    Surface f = member.surface(target);
    Arrays.fill(slope, 0);
    for (int k = 0; k < Quadrature.UNIT.nodes().length; k++) {
      for (int j = 0; j < u.length; j++) {
        at[j] = Quadrature.UNIT.nodes()[k] * u[j];
      }
      f.addSlope(at, Quadrature.UNIT.weights()[k], slope);
    }
    double along = 0;
    double square = 0;
    for (int j = 0; j < u.length; j++) {
      along += slope[j] * u[j];
      square += u[j] * u[j];
    }
    double rest = mean(target) - member.intercept(target) - along;
    for (int j = 0; square > 0 && j < u.length; j++) {
      slope[j] += rest / square * u[j];
    }
    toCode();
    double[] c = new double[m];
    posterior.coefficients(byCode, c);
    for (int e = 0; e < m; e++) {
      double direct = imputed ? slope[observed[e]] : 0;
      out[e] += factor * (direct + c[e]) * posterior.residual(e);
    }
  }

  /** The function's slope at the row and its slope along the factor scores. */
  private void local(int target) {
    Arrays.fill(slope, 0);
    value[target] = member.surface(target).addSlope(u, 1, slope);
    toCode();
  }

  private void toCode() {
    if (imputed) {
      posterior.slope(slope, byCode);
    } else {
      System.arraycopy(slope, 0, byCode, 0, byCode.length);
    }
  }
}
