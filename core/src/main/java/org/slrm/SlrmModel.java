package org.slrm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.slrm.data.Checks;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.data.Scaling;
import org.slrm.internal.Patterns;
import org.slrm.internal.Workers;
import org.slrm.internal.model.Member;
import org.slrm.internal.model.ModelStates;
import org.slrm.internal.model.StackSolver;

/**
 * A fitted model: one member or a weighted stack of them, with scaling, calibration and the report
 * of its fit. Immutable and safe to share between threads.
 *
 * <pre>{@code
 * SlrmModel model = Slrm.fit(x, y);
 * Prediction p = model.predict(IncompleteRow.ofNaN(1.2, Double.NaN, 0.0));
 * }</pre>
 */
public final class SlrmModel {
  private final Scaling scaling;
  private final Scaling targetScaling;
  private final List<Member> members;
  private final double[][] weights;
  private final List<Calibration> calibrations;
  private final FitReport report;

  SlrmModel(
      Scaling scaling,
      Scaling targetScaling,
      List<Member> members,
      double[][] weights,
      List<Calibration> calibrations,
      FitReport report) {
    this.scaling = scaling;
    this.targetScaling = targetScaling;
    this.members = List.copyOf(members);
    this.weights = weights;
    this.calibrations = List.copyOf(calibrations);
    this.report = report;
  }

  /**
   * A model put together from its parts; what does not fit is refused with name, rule and value.
   */
  public static SlrmModel of(ModelState state) {
    ModelStates.Parts p = ModelStates.read(state);
    return new SlrmModel(
        p.scaling(), p.targetScaling(), p.members(), p.weights(), p.calibrations(), p.report());
  }

  /** The model taken apart. */
  public ModelState state() {
    return ModelStates.write(
        new ModelStates.Parts(scaling, targetScaling, members, weights, calibrations, report));
  }

  /** Number of features. */
  public int features() {
    return scaling.columns();
  }

  /** Number of targets. */
  public int targets() {
    return targetScaling.columns();
  }

  /** The report of the fit. */
  public FitReport report() {
    return report;
  }

  /** Centring and scaling of the features. */
  public Scaling scaling() {
    return scaling;
  }

  /** Centring and scaling of the targets. */
  public Scaling targetScaling() {
    return targetScaling;
  }

  /** How intervals of a target are widened or narrowed. */
  public Calibration calibration(int target) {
    return calibrations.get(target);
  }

  /** Predicts the first target. */
  public Prediction predict(IncompleteRow row) {
    return predict(row, 0);
  }

  /** Predicts a target. */
  public Prediction predict(IncompleteRow row, int target) {
    checkTarget(target);
    double[] z = scaled(row);
    StackSolver solver = solverFor(row);
    solver.evaluate(target, z);
    return new Prediction(
        targetScaling.unscaled(target, solver.mean()),
        Math.sqrt(solver.variance()) * targetScaling.scale(target),
        solver.answered(),
        row.observed(),
        calibrations.get(target));
  }

  /** The model at work on one row after another, for one thread. */
  public RowPredictor rowPredictor() {
    return new RowPredictor(this, new StackSolver(members, weights));
  }

  /**
   * Predicts every target of every row, with intervals of the given level, on the given number of
   * threads.
   */
  public Predictions predictAll(IncompleteMatrix x, double level, int threads) {
    Checks.equal("columns", x.columns(), "number of features", features());
    int targets = targets();
    double[] factor = new double[targets];
    for (int t = 0; t < targets; t++) {
      factor[t] = calibrations.get(t).factor(level);
    }
    Predictions out = new Predictions(x.rows(), targets);
    Patterns patterns = Patterns.of(x);
    int blocks = (patterns.groups() + 63) / 64;
    try (Workers workers = Workers.of(threads)) {
      StackSolver[] solvers = new StackSolver[workers.threads()];
      workers.run(
          blocks,
          (worker, block) -> {
            if (solvers[worker] == null) {
              solvers[worker] = new StackSolver(members, weights);
            }
            int last = Math.min(patterns.groups(), (block + 1) * 64);
            for (int g = block * 64; g < last; g++) {
              predictGroup(x, patterns, g, solvers[worker], factor, out);
            }
          });
    }
    return out;
  }

  /** Predicts with 90 % intervals on all processors. */
  public Predictions predictAll(IncompleteMatrix x) {
    return predictAll(x, 0.9, Runtime.getRuntime().availableProcessors());
  }

  private void predictGroup(
      IncompleteMatrix x,
      Patterns patterns,
      int group,
      StackSolver solver,
      double[] factor,
      Predictions out) {
    int first = patterns.row(patterns.start(group));
    int m = x.observed(first);
    int[] observed = new int[m];
    for (int e = 0; e < m; e++) {
      observed[e] = x.column(x.rowStart(first) + e);
    }
    solver.pattern(observed, m);
    double[] z = new double[m];
    for (int at = patterns.start(group); at < patterns.start(group + 1); at++) {
      int i = patterns.row(at);
      for (int e = 0; e < m; e++) {
        z[e] = scaling.scaled(observed[e], x.value(x.rowStart(i) + e));
      }
      out.row(i, m, solver.answered());
      for (int t = 0; t < out.targets(); t++) {
        solver.evaluate(t, z);
        double mean = targetScaling.unscaled(t, solver.mean());
        double error = Math.sqrt(solver.variance()) * targetScaling.scale(t);
        out.predict(i, t, mean, error, factor[t]);
      }
    }
  }

  /** Explains the prediction of the first target. */
  public Explanation explain(IncompleteRow row) {
    return explain(row, 0);
  }

  /** Explains the prediction of a target. */
  public Explanation explain(IncompleteRow row, int target) {
    checkTarget(target);
    double[] z = scaled(row);
    StackSolver solver = solverFor(row);
    solver.evaluate(target, z);
    double[] contribution = new double[row.observed()];
    for (int e = 0; e < contribution.length; e++) {
      contribution[e] = solver.contribution(target, e, z[e]) * targetScaling.scale(target);
    }
    return new Explanation(
        targetScaling.unscaled(target, solver.mean()),
        targetScaling.unscaled(target, solver.intercept(target)),
        row.indices(),
        contribution,
        solver.missingness(target) * targetScaling.scale(target));
  }

  /**
   * Up to {@code count} missing features of the row, the most worthwhile for the first target
   * first.
   */
  public List<Suggestion> nextMeasurements(IncompleteRow row, int count) {
    return nextMeasurements(row, count, 0);
  }

  /** Up to {@code count} missing features of the row, the most worthwhile for a target first. */
  public List<Suggestion> nextMeasurements(IncompleteRow row, int count, int target) {
    checkTarget(target);
    Checks.atLeast("count", count, 0);
    StackSolver solver = solverFor(row);
    double[] reduction = new double[features()];
    solver.varianceReductions(target, reduction);
    double unit = targetScaling.scale(target) * targetScaling.scale(target);
    List<Suggestion> all = new ArrayList<>();
    for (int j = 0; j < reduction.length; j++) {
      if (!row.isKnown(j)) {
        all.add(new Suggestion(j, reduction[j] * unit));
      }
    }
    all.sort(Comparator.comparingDouble(Suggestion::varianceReduction).reversed());
    return List.copyOf(all.subList(0, Math.min(count, all.size())));
  }

  /** Completes a row. */
  public Completion complete(IncompleteRow row) {
    double[] z = scaled(row);
    StackSolver solver = solverFor(row);
    double[] mean = new double[features()];
    double[] variance = new double[features()];
    solver.complete(z, mean, variance);
    double[] error = new double[features()];
    for (int j = 0; j < mean.length; j++) {
      mean[j] = scaling.unscaled(j, mean[j]);
      error[j] = Math.sqrt(variance[j]) * scaling.scale(j);
    }
    for (int e = 0; e < row.observed(); e++) {
      mean[row.index(e)] = row.value(e);
      error[row.index(e)] = 0;
    }
    return new Completion(mean, error);
  }

  /** Largest number of non-zero coefficients among the members in use for a target. */
  public int nonZeros(int target) {
    checkTarget(target);
    int most = 0;
    for (int k = 0; k < members.size(); k++) {
      most = weights[target][k] > 0 ? Math.max(most, members.get(k).nonZeros(target)) : most;
    }
    return most;
  }

  /**
   * The model as a linear rule for fully observed rows: ŷ = intercept + Σ coefficient_j (x_j −
   * feature mean_j), in the units of the data. For rows with holes the coefficients differ from
   * pattern to pattern; see {@link #explain}.
   */
  public double[] featureCoefficients(int target) {
    checkTarget(target);
    StackSolver solver = new StackSolver(members, weights);
    int[] all = java.util.stream.IntStream.range(0, features()).toArray();
    solver.pattern(all, all.length);
    double[] out = new double[all.length];
    for (int j = 0; j < out.length; j++) {
      double slope = solver.contribution(target, j, 1) - solver.contribution(target, j, 0);
      out[j] = slope * targetScaling.scale(target) / scaling.scale(j);
    }
    return out;
  }

  List<Member> members() {
    return members;
  }

  double[][] weights() {
    return Arrays.stream(weights).map(double[]::clone).toArray(double[][]::new);
  }

  private StackSolver solverFor(IncompleteRow row) {
    checkLength(row);
    StackSolver solver = new StackSolver(members, weights);
    solver.pattern(row.indices(), row.observed());
    return solver;
  }

  private double[] scaled(IncompleteRow row) {
    checkLength(row);
    double[] z = new double[row.observed()];
    for (int e = 0; e < z.length; e++) {
      z[e] = scaling.scaled(row.index(e), row.value(e));
    }
    return z;
  }

  private void checkLength(IncompleteRow row) {
    Checks.equal("length of the row", row.length(), "number of features", features());
  }

  private void checkTarget(int target) {
    Checks.index("target", target, targets());
  }
}
