package org.slrm.internal.trees.imputed;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.Posterior;
import org.slrm.internal.factor.member.FactorStates;
import org.slrm.internal.masking.MaskingCurve;
import org.slrm.internal.predict.Member;
import org.slrm.internal.predict.ModelRange;
import org.slrm.internal.predict.RowSolver;
import org.slrm.internal.predict.StateValues;
import org.slrm.internal.run.CategoricalColumns;
import org.slrm.internal.trees.Forest;
import org.slrm.internal.trees.TreesState;
import org.slrm.result.ModelState;
import org.slrm.result.ModelState.Array;

/** Trees on imputed and raw features, optionally with a ridge prediction. */
public final class ImputedTreesMember implements Member {
  /** Kind in model files. */
  public static final String KIND = "completed-trees";

  final Factors x;
  final ImputedRidge ridge;
  final TreeInputs inputs;
  final RidgeUse use;
  final List<Forest> forests;
  final double[] ridgeFraction;
  final double[] tau;
  final Posterior.Tables tables;
  private final double[] intercept;

  /**
   * A member.
   *
   * @param ridgeFraction remaining fraction of the ridge's variance, by target
   * @param tau label noises
   */
  ImputedTreesMember(
      Factors x,
      ImputedRidge ridge,
      TreeInputs inputs,
      RidgeUse use,
      List<Forest> forests,
      double[] ridgeFraction,
      double[] tau) {
    this.x = x;
    this.ridge = ridge;
    this.inputs = inputs;
    this.use = use;
    this.forests = List.copyOf(forests);
    this.ridgeFraction = ridgeFraction;
    this.tau = tau;
    tables = Posterior.Tables.ofFeatures(x);
    intercept = new double[tau.length];
    double[] row = new double[inputs.count()];
    Arrays.fill(row, inputs.features(), inputs.ridgeAt(), Double.NaN);
    for (int t = 0; t < intercept.length; t++) {
      intercept[t] = value(t, row);
    }
  }

  ImputedTreesMember with(double[] noise) {
    return new ImputedTreesMember(x, ridge, inputs, use, forests, ridgeFraction, noise);
  }

  /** Prediction of a target from inputs; stores the ridge prediction among them. */
  double value(int target, double[] row) {
    double linear = ridge.value(target, row, 0);
    if (inputs.ridge()) {
      row[inputs.ridgeAt()] = linear;
    }
    double eta = forests.get(target).predict(row);
    return use == RidgeUse.RESIDUAL ? linear + eta : eta;
  }

  public static ImputedTreesMember of(ModelState state) {
    Factors x = FactorStates.read(state);
    int p = x.columns();
    int targets = StateValues.integer(state.values(), "targets");
    int count = StateValues.integer(state.values(), "raw");
    RidgeUse use = use(String.valueOf(state.values().get("line")));
    int[] raw = StateValues.wholes(state, "raw", count, 0, p - 1);
    TreeInputs inputs = new TreeInputs(p, raw, use == RidgeUse.INPUT);
    ImputedRidge ridge =
        new ImputedRidge(
            StateValues.array(state, "line_intercept", targets),
            StateValues.array(state, "line_coefficients", targets, p));
    return new ImputedTreesMember(
        x,
        ridge,
        inputs,
        use,
        TreesState.forests(state, targets, inputs.count(), CategoricalColumns.NONE),
        ModelRange.notNegative("line_share", StateValues.array(state, "line_share", targets)),
        ModelRange.notNegative("label_noise", StateValues.array(state, "label_noise", targets)));
  }

  private static RidgeUse use(String name) {
    return Arrays.stream(RidgeUse.values())
        .filter(u -> u.name().toLowerCase(Locale.ROOT).equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException("line must be none, input or residual, got " + name));
  }

  @Override
  public ModelState state() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("kind", KIND);
    values.put("rank", x.d());
    values.put("features", features());
    values.put("targets", targets());
    values.put("line", use.name().toLowerCase(Locale.ROOT));
    values.put("raw", inputs.raw().length);
    Map<String, Array> arrays = new LinkedHashMap<>();
    FactorStates.write(x, arrays);
    double[] raw = Arrays.stream(inputs.raw()).asDoubleStream().toArray();
    arrays.put("raw", new Array(raw, raw.length));
    arrays.put("line_intercept", new Array(ridge.intercept(), targets()));
    arrays.put("line_coefficients", new Array(ridge.beta(), targets(), features()));
    arrays.put("line_share", new Array(ridgeFraction, targets()));
    arrays.put("label_noise", new Array(tau, targets()));
    TreesState.putForests(forests, CategoricalColumns.NONE, values, arrays);
    return new ModelState(values, arrays);
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

  /** Inputs that the trees of a target split on. */
  @Override
  public int nonZeros(int target) {
    return forests.get(target).used().cardinality();
  }

  @Override
  public RowSolver rowSolver() {
    return new ImputedTreeRows(this);
  }
}
