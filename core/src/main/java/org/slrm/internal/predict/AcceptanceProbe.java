package org.slrm.internal.predict;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.Scaling;
import org.slrm.internal.check.Checks;
import org.slrm.internal.label.Label;
import org.slrm.internal.run.Workers;
import org.slrm.result.Prediction;

/**
 * Tests a model read from a file with a few rows before it is accepted, because range checks of
 * single numbers cannot rule out all non-finite answers. Rows with nothing, one feature, about half
 * and all features known, at the centre and a few scales from it.
 */
public final class AcceptanceProbe {
  private static final double[] VALUES = {0, 4, -4};
  private static final int SINGLES = 16;
  private static final int HALVES = 8;

  /**
   * Patterns with nothing, everything, about half and one feature known test all answers; the
   * others only predictions, because contributions of nonlinear members take a hundred times as
   * long.
   */
  private static final int FIRST = 4;

  /** Work per pattern is about features × targets × members; large models get fewer patterns. */
  private static final long WORK = 12_000;

  private final Scaling scaling;
  private final Scaling targets;
  private final StackSolver solver;
  private final double[] z;

  private AcceptanceProbe(
      Scaling scaling,
      Scaling targets,
      List<Member> members,
      double[][] weights,
      List<Label> labels) {
    this.scaling = scaling;
    this.targets = targets;
    solver = new StackSolver(members, weights, labels);
    z = new double[scaling.columns()];
  }

  /** Rejects a model with a non-finite answer. */
  public static void check(
      Scaling scaling,
      Scaling targets,
      List<Member> members,
      double[][] weights,
      List<Label> labels) {
    AcceptanceProbe probe = new AcceptanceProbe(scaling, targets, members, weights, labels);
    int D = scaling.columns();
    long each = 1L + (long) D * targets.columns() * members.size();
    List<int[]> patterns = patterns(D, most(SINGLES + HALVES, WORK / each));
    int first = most(FIRST, WORK / FIRST / each);
    for (int k = 0; k < patterns.size(); k++) {
      probe.ask(patterns.get(k), k < first || !nonlinear(members));
    }
    for (int[] pattern : patterns.subList(0, first)) {
      probe.askMore(pattern);
    }
  }

  /** Rejects labels, maps and calibrations with a non-finite answer. */
  public static void check(Ensemble ensemble) {
    int features = ensemble.features();
    IncompleteMatrix.Builder rows = IncompleteMatrix.builder(features);
    rows.endRow();
    for (double value : VALUES) {
      for (int j = 0; j < features; j++) {
        rows.entry(j, ensemble.scaling().unscaled(j, value));
      }
      rows.endRow();
    }
    ensemble.forEachRow(rows.build(), Workers.single(), (i, answer) -> answered(ensemble, answer));
  }

  private static void answered(Ensemble ensemble, TargetAnswer answer) {
    for (int t = 0; t < ensemble.targets(); t++) {
      answer.evaluate(t);
      Prediction p = answer.prediction(t, 0);
      for (int k = 0; k < p.levels(); k++) {
        finite("probability", p.probability(k));
      }
      if (p.levels() == 0) {
        finite("prediction", p.mean());
        finite("standard error", p.standardError());
        for (double probability : new double[] {0.001, 0.05, 0.5, 0.95, 0.999}) {
          finite("quantile", p.quantile(probability));
        }
      }
    }
  }

  private static boolean nonlinear(List<Member> members) {
    for (Member member : members) {
      if (member.nonlinear()) {
        return true;
      }
    }
    return false;
  }

  private static int most(int wanted, long affordable) {
    return (int) Math.max(2, Math.min(wanted, affordable));
  }

  /** Nothing, everything, and the given number of patterns between; always the same. */
  private static List<int[]> patterns(int features, int count) {
    Random random = new Random(features);
    List<int[]> out = new ArrayList<>();
    out.add(new int[0]);
    int[] all = new int[features];
    Arrays.setAll(all, j -> j);
    out.add(all);
    for (int k = 0; k < count; k++) {
      int one = features == 0 ? 0 : random.nextInt(features);
      boolean single = k % (SINGLES / HALVES + 1) > 0;
      int[] some = new int[features];
      int known = 0;
      for (int j = 0; j < features; j++) {
        some[known] = j;
        known += (single ? j == one : random.nextBoolean()) ? 1 : 0;
      }
      out.add(Arrays.copyOf(some, known));
    }
    return out;
  }

  private void ask(int[] pattern, boolean reasons) {
    try {
      solver.pattern(pattern, pattern.length);
      for (double value : VALUES) {
        Arrays.fill(z, 0, pattern.length, value);
        solver.row(z);
        for (int t = 0; t < targets.columns(); t++) {
          predicted(t);
          if (reasons) {
            explained(t, pattern.length);
          }
        }
      }
    } catch (ArithmeticException e) {
      throw failure(pattern, e);
    }
  }

  /** Answers whose work grows with the missing features. */
  private void askMore(int[] pattern) {
    try {
      solver.pattern(pattern, pattern.length);
      for (int t = 0; t < targets.columns(); t++) {
        suggested(t);
        sloped(t, pattern);
      }
      Arrays.fill(z, 0, pattern.length, VALUES[1]);
      solver.row(z);
      completed();
    } catch (ArithmeticException e) {
      throw failure(pattern, e);
    }
  }

  private static IllegalArgumentException failure(int[] pattern, ArithmeticException e) {
    return new IllegalArgumentException(
        "a model must answer every row, but fails with " + pattern.length + " known features", e);
  }

  private void predicted(int t) {
    solver.evaluate(t);
    double unit = targets.scale(t);
    finite("prediction", targets.unscaled(t, solver.mean()));
    finite("standard error", Math.sqrt(solver.variance()) * unit);
  }

  private void explained(int t, int known) {
    double unit = targets.scale(t);
    finite("intercept", targets.unscaled(t, solver.intercept(t)));
    finite("part of missing features", solver.missingness(t) * unit);
    double[] contribution = new double[known];
    solver.contributions(t, contribution);
    for (double c : contribution) {
      finite("contribution", c * unit);
    }
  }

  private void suggested(int t) {
    double[] reduction = new double[scaling.columns()];
    solver.varianceReductions(t, reduction);
    for (double r : reduction) {
      finite("variance reduction", r * targets.scale(t) * targets.scale(t));
    }
  }

  private void sloped(int t, int[] pattern) {
    double[] slope = new double[pattern.length];
    solver.slopes(t, slope);
    for (int e = 0; e < pattern.length; e++) {
      finite("coefficient", slope[e] * targets.scale(t) / scaling.scale(pattern[e]));
    }
  }

  private void completed() {
    double[] mean = new double[scaling.columns()];
    double[] variance = new double[scaling.columns()];
    solver.impute(mean, variance);
    for (int j = 0; j < mean.length; j++) {
      finite("completed feature", scaling.unscaled(j, mean[j]));
      finite("standard error of a completed feature", Math.sqrt(variance[j]) * scaling.scale(j));
    }
  }

  private static void finite(String what, double value) {
    if (!Double.isFinite(value)) {
      Checks.finite("every " + what + " of a model", value);
    }
  }
}
