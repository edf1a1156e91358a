package org.slrm.internal.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slrm.internal.check.Checks;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.Posterior;
import org.slrm.internal.factor.member.FactorStates;
import org.slrm.internal.factor.member.RowPosterior;
import org.slrm.internal.predict.Member;
import org.slrm.internal.predict.ModelRange;
import org.slrm.internal.predict.RowSolver;
import org.slrm.internal.predict.StateValues;
import org.slrm.result.ModelState;
import org.slrm.result.ModelState.Array;

/**
 * Labels as functions by kernels of a row's code, or of its completed features (K-2). Near a row
 * the function is a line with the function's slope there, which gives variances as for lines.
 */
public final class KernelMember implements Member {
  /** The kind under which models are stored. */
  public static final String KIND = "kernel";

  private final Factors x;
  private final boolean completed;
  private final List<KernelRidge> ridges;
  private final double[] tau;
  private final Posterior.Tables tables;

  /**
   * A member.
   *
   * @param x the features' parameters
   * @param completed whether functions are of completed features, not of codes
   * @param ridges one function per target
   * @param tau label noises
   */
  KernelMember(Factors x, boolean completed, List<KernelRidge> ridges, double[] tau) {
    this.x = x;
    this.completed = completed;
    this.ridges = List.copyOf(ridges);
    this.tau = tau;
    tables = RowPosterior.tables(x);
  }

  /** A member from its state. */
  public static KernelMember of(ModelState state) {
    Factors x = FactorStates.read(state);
    boolean completed = Boolean.TRUE.equals(state.values().get("completed"));
    int targets = StateValues.integer(state.values(), "targets");
    int q = completed ? x.columns() : x.d();
    int m = Checks.atLeast("centres", StateValues.integer(state.values(), "centres"), 1);
    double[] heights = StateValues.array(state, "height", targets);
    double[] lengths = StateValues.array(state, "squared_length", targets);
    double[] intercepts = StateValues.array(state, "intercept", targets);
    double[] centres = StateValues.array(state, "centres", targets, m, q);
    double[] alpha = StateValues.array(state, "weights", targets, m);
    List<KernelRidge> ridges = new ArrayList<>();
    for (int t = 0; t < targets; t++) {
      ModelRange.divisor("squared length of target " + t, lengths[t]);
      double[] own = java.util.Arrays.copyOfRange(centres, t * m * q, (t + 1) * m * q);
      ridges.add(
          new KernelRidge(
              new Kernel(heights[t], lengths[t]),
              own,
              KernelRidge.squares(own, q),
              intercepts[t],
              java.util.Arrays.copyOfRange(alpha, t * m, (t + 1) * m)));
    }
    double[] tau =
        ModelRange.notNegative("label_noise", StateValues.array(state, "label_noise", targets));
    return new KernelMember(x, completed, ridges, tau);
  }

  /** Targets that have fewer centres are filled up with some that weigh nothing. */
  @Override
  public ModelState state() {
    int m = ridges.stream().mapToInt(r -> r.alpha().length).max().orElse(1);
    int q = width();
    int targets = targets();
    double[] heights = new double[targets];
    double[] lengths = new double[targets];
    double[] intercepts = new double[targets];
    double[] centres = new double[targets * m * q];
    double[] alpha = new double[targets * m];
    for (int t = 0; t < targets; t++) {
      KernelRidge r = ridges.get(t);
      heights[t] = r.kernel().height();
      lengths[t] = r.kernel().squaredLength();
      intercepts[t] = r.intercept();
      System.arraycopy(r.centres(), 0, centres, t * m * q, r.centres().length);
      System.arraycopy(r.alpha(), 0, alpha, t * m, r.alpha().length);
    }
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("kind", KIND);
    values.put("rank", x.d());
    values.put("features", features());
    values.put("targets", targets);
    values.put("completed", completed);
    values.put("centres", m);
    Map<String, Array> arrays = new LinkedHashMap<>();
    FactorStates.write(x, arrays);
    arrays.put("height", new Array(heights, targets));
    arrays.put("squared_length", new Array(lengths, targets));
    arrays.put("intercept", new Array(intercepts, targets));
    arrays.put("centres", new Array(centres, targets, m, q));
    arrays.put("weights", new Array(alpha, targets, m));
    arrays.put("label_noise", new Array(tau, targets));
    return new ModelState(values, arrays);
  }

  private int width() {
    return completed ? x.columns() : x.d();
  }

  @Override
  public int features() {
    return x.columns();
  }

  @Override
  public int targets() {
    return tau.length;
  }

  @Override
  public double intercept(int target) {
    return ridges.get(target).value(new double[width()]);
  }

  @Override
  public int nonZeros(int target) {
    int count = 0;
    for (double a : ridges.get(target).alpha()) {
      count += a == 0 ? 0 : 1;
    }
    return count;
  }

  @Override
  public boolean completes() {
    return true;
  }

  @Override
  public RowSolver rowSolver() {
    return new Rows();
  }

  private final class Rows implements RowSolver {
    private final RowPosterior posterior = new RowPosterior(x, tables);
    private final double[] u = new double[width()];
    private final double[] at = new double[width()];
    private final double[] slope = new double[width()];
    private final double[] byCode = new double[x.d()];
    private final double[] none = new double[x.columns()];
    private int[] observed = new int[0];
    private int m;

    @Override
    public void pattern(int[] pattern, int count) {
      observed = pattern;
      m = count;
      posterior.pattern(pattern, count);
    }

    @Override
    public boolean answered() {
      return true;
    }

    @Override
    public void row(double[] z) {
      posterior.row(z);
      if (completed) {
        posterior.completed(u);
      } else {
        System.arraycopy(posterior.code(), 0, u, 0, u.length);
      }
    }

    @Override
    public double mean(int target) {
      return ridges.get(target).value(u);
    }

    @Override
    public double signalVariance(int target) {
      local(target);
      double own = completed ? posterior.noise(slope) : 0;
      return Math.max(0, posterior.variance(byCode) + own);
    }

    @Override
    public double noiseVariance(int target) {
      return tau[target];
    }

    @Override
    public void varianceReductions(int target, double[] out) {
      local(target);
      posterior.reductions(byCode, completed ? slope : none, out);
    }

    @Override
    public void complete(double[] mean, double[] variance) {
      posterior.complete(mean, variance);
    }

    @Override
    public double missingness(int target) {
      return 0;
    }

    /**
     * The slope between nothing observed, u = 0, and the row takes the place of a line's
     * coefficients (K-5): ḡ = ∫₀¹ ∇f(su) ds, moved along u so that ḡᵀu = f(u) − f(0).
     */
    @Override
    public void addContributions(int target, double share, double[] out) {
      KernelRidge f = ridges.get(target);
      java.util.Arrays.fill(slope, 0);
      for (int k = 0; k < Quadrature.NODES.length; k++) {
        for (int j = 0; j < u.length; j++) {
          at[j] = Quadrature.NODES[k] * u[j];
        }
        f.addSlope(at, Quadrature.WEIGHTS[k], slope);
      }
      double along = 0;
      double square = 0;
      for (int j = 0; j < u.length; j++) {
        along += slope[j] * u[j];
        square += u[j] * u[j];
      }
      double missed = f.value(u) - intercept(target) - along;
      for (int j = 0; square > 0 && j < u.length; j++) {
        slope[j] += missed / square * u[j];
      }
      toCode();
      double[] c = new double[m];
      posterior.coefficients(byCode, c);
      for (int e = 0; e < m; e++) {
        double direct = completed ? slope[observed[e]] : 0;
        out[e] += share * (direct + c[e]) * posterior.residual(e);
      }
    }

    /** The function's slope at the row, and that along the code. */
    private void local(int target) {
      java.util.Arrays.fill(slope, 0);
      ridges.get(target).addSlope(u, 1, slope);
      toCode();
    }

    private void toCode() {
      if (completed) {
        posterior.slope(slope, byCode);
      } else {
        System.arraycopy(slope, 0, byCode, 0, byCode.length);
      }
    }
  }
}
