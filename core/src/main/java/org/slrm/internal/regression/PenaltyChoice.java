package org.slrm.internal.regression;

import java.util.Arrays;
import java.util.List;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.result.Folds;

/**
 * An elastic net whose penalty was chosen by folds.
 *
 * @param intercept the intercept
 * @param w the coefficients
 * @param error mean deviance on held-out rows; for numbers the squared error
 * @param l1 the chosen λ2
 * @param l2 the chosen λ3
 */
public record PenaltyChoice(double intercept, double[] w, double error, double l1, double l2) {
  /** Folds that choose a penalty. */
  public static final int FOLDS = Folds.DEFAULT;

  /** Points of the path. */
  public static final int POINTS = 25;

  /** Points of a path that only tests whether a lasso is worth fitting. */
  private static final int FEW_POINTS = 8;

  private static final int MAX_SWEEPS = 500;

  /** Points in a row that may be worse before the path ends. */
  public static final int PATIENCE = 3;

  private static final double TOLERANCE = 1e-3;

  /** Settings of the path. */
  public static ElasticNet.Settings settings() {
    return new ElasticNet.Settings(false, TOLERANCE, MAX_SWEEPS, PATIENCE);
  }

  /** The last penalty of a path as a fraction of the first. */
  public static double down(double weight, int features) {
    return weight > features ? 1e-4 : 1e-2;
  }

  /** Folds of rows to choose by. */
  public static int[] folds(TrainingData data, long seed) {
    int n = data.x().rows();
    return n < 2 ? new int[n] : data.units().folds(n, Math.min(FOLDS, n), seed);
  }

  /**
   * Chooses the penalty of a numeric target on a design with a row for each row of the data. For
   * other losses see {@link org.slrm.internal.regression.family.LabelChoice}.
   */
  public static PenaltyChoice of(
      FoldedProblem.Design design,
      TrainingData data,
      int target,
      double l1Ratio,
      FitContext context) {
    TargetRows rows = TargetRows.of(data, target, folds(data, context.seed()));
    if (rows.folds() < 2) {
      return onlyMean(rows, design.columns());
    }
    return of(FoldedProblem.of(design, rows), l1Ratio, context.workers());
  }

  /** This regression on other rows with the nearest penalty of the path and the earlier error. */
  public PenaltyChoice over(
      FoldedProblem.Design design, TrainingData data, int target, double l1Ratio) {
    TargetRows rows = TargetRows.of(data, target, new int[data.x().rows()]);
    if (rows.size() < 2) {
      return onlyMean(rows, design.columns());
    }
    RegressionProblem all = FoldedProblem.whole(design, rows);
    double down = down(all.weight(), all.features());
    Penalties penalties = Penalties.path(all, false, POINTS, down, l1Ratio);
    int k = 0;
    for (int each = 1; each < penalties.size(); each++) {
      k = logDistance(penalties.l1()[each]) < logDistance(penalties.l1()[k]) ? each : k;
    }
    ElasticNetPath path = ElasticNet.path(all, penalties.upTo(k), settings());
    return new PenaltyChoice(
        path.intercept(k), path.coefficients(k), error, penalties.l1()[k], penalties.l2()[k]);
  }

  private double logDistance(double other) {
    return Math.abs(Math.log(other / l1));
  }

  /** With too few labels for a choice, the intercept alone; without any, 0 ± 1 in scaled units. */
  private static PenaltyChoice onlyMean(TargetRows rows, int columns) {
    double total = Arrays.stream(rows.weights()).sum();
    if (total == 0) {
      return new PenaltyChoice(0, new double[columns], 1, 0, 0);
    }
    double mean = rows.sum(y -> y) / total;
    double spread = rows.sum(y -> (y - mean) * (y - mean)) / total;
    return new PenaltyChoice(mean, new double[columns], spread, 0, 0);
  }

  /** Error of the lasso whose penalty is best for the rows that evaluate it: optimistic. */
  public static double leastError(
      RegressionProblem training, RegressionProblem evaluating, Workers workers) {
    var settings = settings();
    Penalties penalties = Penalties.path(training, false, FEW_POINTS, 1e-3, 1);
    CrossValidatedPath evaluated =
        ElasticNet.crossValidate(
            List.of(training), List.of(evaluating), penalties, settings, workers);
    return evaluated.errors()[evaluated.best()];
  }

  /**
   * A choice and its errors.
   *
   * @param choice the choice
   * @param errors of the whole path, by fold
   */
  public record Evaluated(PenaltyChoice choice, FoldErrors errors) {}

  /** Chooses by the folds of a problem. */
  public static PenaltyChoice of(FoldedProblem problem, double l1Ratio, Workers workers) {
    return evaluated(problem, l1Ratio, workers).choice;
  }

  /** Chooses by the folds of a problem and returns the errors of the path too. */
  public static Evaluated evaluated(FoldedProblem problem, double l1Ratio, Workers workers) {
    var settings = settings();
    double down = down(problem.all().weight(), problem.all().features());
    Penalties penalties = Penalties.path(problem.all(), false, POINTS, down, l1Ratio);
    CrossValidatedPath evaluated =
        ElasticNet.crossValidate(
            problem.training(), problem.heldOut(), penalties, settings, workers);
    int k = evaluated.best();
    ElasticNetPath path = ElasticNet.path(problem.all(), penalties.upTo(k), settings);
    PenaltyChoice choice =
        new PenaltyChoice(
            path.intercept(k),
            path.coefficients(k),
            evaluated.errors()[k],
            penalties.l1()[k],
            penalties.l2()[k]);
    return new Evaluated(choice, evaluated.evaluated());
  }
}
