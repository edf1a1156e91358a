package org.slrm.internal.predict;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.Scaling;
import org.slrm.internal.check.Checks;
import org.slrm.internal.label.Label;
import org.slrm.internal.run.Workers;
import org.slrm.result.Prediction;

/**
 * Predicts a few rows with a model read from a file and rejects non-finite results, which range
 * checks of single numbers cannot rule out. The rows have no feature, one, about half and all
 * features observed, at the centre and a few scales from it.
 */
public final class FinitePredictionCheck {
  private static final double[] VALUES = {0, 4, -4};
  private static final int PATTERNS = 24;

  /**
   * Patterns without a feature, with all, with about half and with one feature check every result;
   * the others only predictions, because contributions of nonlinear members take a hundred times as
   * long.
   */
  private static final int COMPLETE_CHECKS = 4;

  /** Work per pattern is about features × targets × members; large models get fewer patterns. */
  private static final long WORK = 12_000;

  private final Scaling scaling;
  private final Scaling targets;
  private final StackSolver solver;
  private final double[] z;

  private FinitePredictionCheck(Scaling scaling, Scaling targets, StackSolver solver) {
    this.scaling = scaling;
    this.targets = targets;
    this.solver = solver;
    z = new double[scaling.columns()];
  }

  /** Rejects members with a non-finite result. */
  public static void check(
      Scaling scaling,
      Scaling targets,
      List<Member> members,
      double[][] weights,
      List<Label> labels) {
    FinitePredictionCheck check =
        new FinitePredictionCheck(scaling, targets, new StackSolver(members, weights, labels));
    int D = scaling.columns();
    long work = 1L + (long) D * targets.columns() * members.size();
    List<int[]> patterns = patterns(D, affordable(PATTERNS, WORK / work));
    int complete = affordable(COMPLETE_CHECKS, WORK / COMPLETE_CHECKS / work);
    boolean linear = members.stream().noneMatch(Member::nonlinear);
    for (int k = 0; k < patterns.size(); k++) {
      int[] pattern = patterns.get(k);
      try {
        check.predictions(pattern, k < complete || linear);
        if (k < complete) {
          check.featureResults(pattern);
        }
      } catch (ArithmeticException e) {
        throw new IllegalArgumentException(
            "a model must predict every row, but fails with %s observed features"
                .formatted(pattern.length),
            e);
      }
    }
  }

  /** Rejects labels, maps and calibrations with a non-finite result. */
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
    ensemble.forEachRow(rows.build(), Workers.single(), (i, row) -> check(ensemble, row));
  }

  private static void check(Ensemble ensemble, TargetPrediction row) {
    for (int t = 0; t < ensemble.targets(); t++) {
      row.evaluate(t);
      Prediction p = row.prediction(t, 0);
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

  private static int affordable(int wanted, long affordable) {
    return (int) Math.max(2, Math.min(wanted, affordable));
  }

  /** No feature, all features, and the given number of patterns between; always the same. */
  private static List<int[]> patterns(int features, int count) {
    Random random = new Random(features);
    List<int[]> out = new ArrayList<>();
    out.add(new int[0]);
    out.add(IntStream.range(0, features).toArray());
    for (int k = 0; k < count; k++) {
      int feature = features == 0 ? 0 : random.nextInt(features);
      boolean single = k % 3 > 0;
      out.add(
          IntStream.range(0, features)
              .filter(j -> single ? j == feature : random.nextBoolean())
              .toArray());
    }
    return out;
  }

  private void predictions(int[] pattern, boolean contributions) {
    solver.pattern(pattern, pattern.length);
    for (double value : VALUES) {
      Arrays.fill(z, 0, pattern.length, value);
      solver.row(z);
      for (int t = 0; t < targets.columns(); t++) {
        solver.evaluate(t);
        finite("prediction", targets.unscaled(t, solver.mean()));
        finite("standard error", Math.sqrt(solver.variance()) * targets.scale(t));
        if (contributions) {
          contributions(t, pattern.length);
        }
      }
    }
  }

  private void contributions(int t, int observed) {
    double unit = targets.scale(t);
    finite("intercept", targets.unscaled(t, solver.intercept(t)));
    finite("part of missing features", solver.missingness(t) * unit);
    double[] contribution = new double[observed];
    solver.contributions(t, contribution);
    for (double c : contribution) {
      finite("contribution", c * unit);
    }
  }

  /** Variance reductions, slopes and imputations: their work grows with the missing features. */
  private void featureResults(int[] pattern) {
    solver.pattern(pattern, pattern.length);
    double[] reduction = new double[scaling.columns()];
    double[] slope = new double[pattern.length];
    for (int t = 0; t < targets.columns(); t++) {
      double unit = targets.scale(t);
      solver.varianceReductions(t, reduction);
      for (double r : reduction) {
        finite("variance reduction", r * unit * unit);
      }
      solver.slopes(t, slope);
      for (int e = 0; e < pattern.length; e++) {
        finite("coefficient", slope[e] * unit / scaling.scale(pattern[e]));
      }
    }
    Arrays.fill(z, 0, pattern.length, VALUES[1]);
    solver.row(z);
    double[] mean = new double[scaling.columns()];
    double[] variance = new double[scaling.columns()];
    solver.impute(mean, variance);
    for (int j = 0; j < mean.length; j++) {
      finite("imputed feature", scaling.unscaled(j, mean[j]));
      finite("standard error of an imputed feature", Math.sqrt(variance[j]) * scaling.scale(j));
    }
  }

  private static void finite(String what, double value) {
    if (!Double.isFinite(value)) {
      Checks.finite("every " + what + " of a model", value);
    }
  }
}
