package org.slrm.internal.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slrm.internal.check.Checks;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.Posterior;
import org.slrm.internal.factor.member.FactorStates;
import org.slrm.internal.masking.MaskingCurve;
import org.slrm.internal.predict.Member;
import org.slrm.internal.predict.ModelRange;
import org.slrm.internal.predict.RowSolver;
import org.slrm.internal.predict.StateValues;
import org.slrm.result.ModelState;
import org.slrm.result.ModelState.Array;

/**
 * Labels as kernel functions of a row's factor scores, or of its imputed features (H-2), or of a
 * few directions of either (I-7). Near a row the function is linearised with its slope there, which
 * gives variances as for a linear model.
 */
public final class KernelMember implements Member {
  /** The kind under which models are stored. */
  public static final String KIND = "kernel";

  /** The kind of members whose functions use a few directions. */
  public static final String REDUCED = "directions";

  final Factors x;
  final boolean imputed;
  final double[] tau;
  final Posterior.Tables tables;
  private final List<Directions> directions;
  private final List<KernelRidge> ridges;
  private final List<Surface> surfaces;
  private final double[] intercept;

  /**
   * A member.
   *
   * @param x the features' parameters
   * @param imputed whether functions use imputed features, not factor scores
   * @param directions the directions of each target's function; none when it uses all inputs
   * @param ridges one function per target
   * @param tau label noises
   */
  KernelMember(
      Factors x,
      boolean imputed,
      List<Directions> directions,
      List<KernelRidge> ridges,
      double[] tau) {
    this.x = x;
    this.imputed = imputed;
    this.directions = List.copyOf(directions);
    this.ridges = List.copyOf(ridges);
    this.tau = tau;
    tables = Posterior.Tables.ofFeatures(x);
    surfaces = new ArrayList<>(ridges);
    for (int t = 0; t < directions.size(); t++) {
      surfaces.set(t, new Reduced(directions.get(t), ridges.get(t)));
    }
    intercept = surfaces.stream().mapToDouble(f -> f.value(new double[width()])).toArray();
  }

  public static KernelMember of(ModelState state) {
    Factors x = FactorStates.read(state);
    boolean imputed = Boolean.TRUE.equals(state.values().get("completed"));
    int targets = StateValues.integer(state.values(), "targets");
    int inputs = imputed ? x.columns() : x.d();
    List<Directions> directions = directions(state, targets, inputs);
    int q = directions.isEmpty() ? inputs : directions.get(0).count();
    int m = Checks.atLeast("centres", StateValues.integer(state.values(), "centres"), 1);
    double[] lines = StateValues.array(state, "line", targets);
    double[] heights = StateValues.array(state, "height", targets);
    double[] lengths = StateValues.array(state, "squared_length", targets);
    double[] intercepts = StateValues.array(state, "intercept", targets);
    double[] centres = StateValues.array(state, "centres", targets, m, q);
    double[] alpha = StateValues.array(state, "weights", targets, m);
    double[] scales = StateValues.array(state, "input_scale", targets, q);
    List<KernelRidge> ridges = new ArrayList<>();
    for (int t = 0; t < targets; t++) {
      ModelRange.divisor("squared length of target " + t, lengths[t]);
      double[] ofTarget = Arrays.copyOfRange(centres, t * m * q, (t + 1) * m * q);
      ridges.add(
          new KernelRidge(
              new Kernel(lines[t], heights[t], lengths[t]),
              Arrays.copyOfRange(scales, t * q, (t + 1) * q),
              ofTarget,
              KernelRows.squares(ofTarget, q, m),
              intercepts[t],
              Arrays.copyOfRange(alpha, t * m, (t + 1) * m)));
    }
    double[] tau =
        ModelRange.notNegative("label_noise", StateValues.array(state, "label_noise", targets));
    return new KernelMember(x, imputed, directions, ridges, tau);
  }

  private static List<Directions> directions(ModelState state, int targets, int inputs) {
    List<Directions> out = new ArrayList<>();
    if (!REDUCED.equals(state.values().get("kind"))) {
      return out;
    }
    int count = StateValues.integer(state.values(), "directions");
    Checks.between("directions", count, 1, inputs);
    double[] all = StateValues.array(state, "directions", targets, inputs, count);
    for (int t = 0; t < targets; t++) {
      int from = t * inputs * count;
      out.add(new Directions(Arrays.copyOfRange(all, from, from + inputs * count), count));
    }
    return out;
  }

  /** Targets with fewer centres are padded with centres of weight 0. */
  @Override
  public ModelState state() {
    int m = ridges.stream().mapToInt(r -> r.alpha().length).max().orElse(1);
    int q = ridges.get(0).scales().length;
    int targets = targets();
    double[] lines = new double[targets];
    double[] heights = new double[targets];
    double[] lengths = new double[targets];
    double[] intercepts = new double[targets];
    double[] centres = new double[targets * m * q];
    double[] alpha = new double[targets * m];
    double[] scales = new double[targets * q];
    for (int t = 0; t < targets; t++) {
      KernelRidge r = ridges.get(t);
      lines[t] = r.kernel().line();
      heights[t] = r.kernel().height();
      lengths[t] = r.kernel().squaredLength();
      intercepts[t] = r.intercept();
      System.arraycopy(r.centres(), 0, centres, t * m * q, r.centres().length);
      System.arraycopy(r.scales(), 0, scales, t * q, q);
      System.arraycopy(r.alpha(), 0, alpha, t * m, r.alpha().length);
    }
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("kind", directions.isEmpty() ? KIND : REDUCED);
    values.put("rank", x.d());
    values.put("features", features());
    values.put("targets", targets);
    values.put("completed", imputed);
    values.put("centres", m);
    Map<String, Array> arrays = new LinkedHashMap<>();
    FactorStates.write(x, arrays);
    if (!directions.isEmpty()) {
      values.put("directions", q);
      arrays.put("directions", new Array(Directions.together(directions), targets, width(), q));
    }
    arrays.put("line", new Array(lines, targets));
    arrays.put("height", new Array(heights, targets));
    arrays.put("squared_length", new Array(lengths, targets));
    arrays.put("intercept", new Array(intercepts, targets));
    arrays.put("input_scale", new Array(scales, targets, q));
    arrays.put("centres", new Array(centres, targets, m, q));
    arrays.put("weights", new Array(alpha, targets, m));
    arrays.put("label_noise", new Array(tau, targets));
    return new ModelState(values, arrays);
  }

  Surface surface(int target) {
    return surfaces.get(target);
  }

  /** Inputs of the functions. */
  int width() {
    return imputed ? x.columns() : x.d();
  }

  @Override
  public List<MaskingCurve> curves() {
    return x.curves();
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
    return intercept[target];
  }

  @Override
  public int nonZeros(int target) {
    return (int) Arrays.stream(ridges.get(target).alpha()).filter(a -> a != 0).count();
  }

  @Override
  public RowSolver rowSolver() {
    return new KernelSolver(this);
  }

  /**
   * A function of a few directions of its inputs (I-7): f(Bᵀu), whose slope is B∇f(Bᵀu).
   *
   * @param directions B
   * @param of f
   */
  private record Reduced(Directions directions, KernelRidge of) implements Surface {
    @Override
    public double value(double[] u) {
      return of.value(directions.of(u, 0));
    }

    @Override
    public double addSlope(double[] u, double factor, double[] out) {
      double[] slope = new double[directions.count()];
      double value = of.addSlope(directions.of(u, 0), factor, slope);
      directions.addBack(slope, out);
      return value;
    }
  }
}
