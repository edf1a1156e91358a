package org.slrm.internal.predict;

import java.util.Collections;
import java.util.List;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.Scaling;
import org.slrm.internal.check.Checks;
import org.slrm.internal.label.Gaussian;
import org.slrm.internal.label.Label;
import org.slrm.internal.run.Patterns;
import org.slrm.internal.run.Workers;
import org.slrm.result.Calibration;
import org.slrm.result.Predictions;

/**
 * What predicts: weighted members between the scaling of the features and that of the targets, with
 * the calibration of intervals. A model is an ensemble and the report of its fit. Immutable.
 *
 * @param scaling of the features
 * @param targetScaling of the targets
 * @param members the members, in scaled units
 * @param weights weight of each member, by target: {@code weights[target][member]}, summing to 1
 * @param calibrations one per target
 * @param kinds what the label of each target is
 */
public record Ensemble(
    Scaling scaling,
    Scaling targetScaling,
    List<Member> members,
    double[][] weights,
    List<Calibration> calibrations,
    List<Label> kinds) {
  /** Patterns that a thread takes at a time. */
  private static final int BLOCK = 64;

  /** Copies the lists. */
  public Ensemble {
    members = List.copyOf(members);
    calibrations = List.copyOf(calibrations);
    kinds = List.copyOf(kinds);
  }

  /** Of labels that are numbers. */
  public Ensemble(
      Scaling scaling,
      Scaling targetScaling,
      List<Member> members,
      double[][] weights,
      List<Calibration> calibrations) {
    this(
        scaling,
        targetScaling,
        members,
        weights,
        calibrations,
        Collections.nCopies(targetScaling.columns(), Gaussian.LABEL));
  }

  /** The predicted label of a target where the members say η, in its own units. */
  public double mean(int target, double eta) {
    return targetScaling.unscaled(target, kinds.get(target).mean(eta));
  }

  /** Its standard error where they see so much variance. */
  public double standardError(int target, double variance) {
    return Math.sqrt(variance) * targetScaling.scale(target);
  }

  /** Number of features. */
  public int features() {
    return scaling.columns();
  }

  /** Number of targets. */
  public int targets() {
    return targetScaling.columns();
  }

  /** Whether a member in use for a target is not linear for rows of one pattern. */
  public boolean bends(int target) {
    boolean any = false;
    for (int k = 0; k < members.size(); k++) {
      any |= weights[target][k] > 0 && members.get(k).bends();
    }
    return any;
  }

  /** The same with Gaussian intervals. */
  public Ensemble uncalibrated() {
    return new Ensemble(
        scaling,
        targetScaling,
        members,
        weights,
        Collections.nCopies(targets(), Calibration.GAUSSIAN),
        kinds);
  }

  /** The members at work on scaled rows, for one thread. */
  public StackSolver solver() {
    return new StackSolver(members, weights);
  }

  /** Predicts every target of every row, with intervals of the given level. */
  public Predictions predictAll(IncompleteMatrix x, double level, Workers workers) {
    Checks.equal("columns", x.columns(), "number of features", features());
    double[] factor = new double[targets()];
    for (int t = 0; t < factor.length; t++) {
      factor[t] = calibrations.get(t).factor(level);
    }
    Predictions.Builder out = Predictions.builder(x.rows(), targets());
    Patterns patterns = Patterns.of(x);
    StackSolver[] solvers = new StackSolver[workers.threads()];
    workers.run(
        (patterns.groups() + BLOCK - 1) / BLOCK,
        (worker, block) -> {
          if (solvers[worker] == null) {
            solvers[worker] = solver();
          }
          int last = Math.min(patterns.groups(), (block + 1) * BLOCK);
          for (int g = block * BLOCK; g < last; g++) {
            predictGroup(x, patterns, g, solvers[worker], factor, out);
          }
        });
    return out.build();
  }

  private void predictGroup(
      IncompleteMatrix x,
      Patterns patterns,
      int group,
      StackSolver solver,
      double[] factor,
      Predictions.Builder out) {
    int first = patterns.row(patterns.start(group));
    int m = x.observed(first);
    int[] observed = new int[m];
    for (int e = 0; e < m; e++) {
      observed[e] = x.column(x.rowStart(first) + e);
    }
    solver.pattern(observed, m);
    double[] z = new double[m];
    boolean answered = solver.answered();
    for (int at = patterns.start(group); at < patterns.start(group + 1); at++) {
      int i = patterns.row(at);
      for (int e = 0; e < m; e++) {
        z[e] = scaling.scaled(observed[e], x.value(x.rowStart(i) + e));
      }
      out.row(i, m, answered);
      solver.row(z);
      for (int t = 0; t < factor.length; t++) {
        solver.evaluate(t);
        double mean = mean(t, solver.mean());
        out.predict(i, t, mean, standardError(t, solver.variance()), factor[t]);
      }
    }
  }
}
