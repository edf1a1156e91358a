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
 * @param error mean squared error on rows left out
 * @param l1 the chosen λ2
 * @param l2 the chosen λ3
 */
public record PenaltyChoice(double intercept, double[] w, double error, double l1, double l2) {
  /** Folds a penalty is chosen by. */
  public static final int FOLDS = Folds.DEFAULT;

  private static final int POINTS = 25;

  /** Enough to see whether a lasso is worth trying. */
  private static final int FEW_POINTS = 8;

  private static final int MAX_SWEEPS = 500;

  /** Points of a path that may be worse before it ends. */
  public static final int PATIENCE = 3;

  private static final double TOLERANCE = 1e-3;

  /** Chooses for one target of the data on a design with a row for each of its rows. */
  public static PenaltyChoice of(
      FoldedProblem.Design design,
      TrainingData data,
      int target,
      double l1Ratio,
      FitContext context) {
    int n = data.x().rows();
    int[] fold = n < 2 ? new int[n] : Folds.assign(n, Math.min(FOLDS, n), context.seed());
    TargetRows rows = TargetRows.of(data, target, fold);
    if (rows.folds() < 2) {
      double mean = Arrays.stream(rows.y()).average().orElse(0);
      double spread = Arrays.stream(rows.y()).map(v -> (v - mean) * (v - mean)).average().orElse(1);
      return new PenaltyChoice(mean, new double[design.columns()], spread, 0, 0);
    }
    return of(FoldedProblem.of(design, rows), rows.size(), l1Ratio, context.workers());
  }

  /** Error of the lasso whose penalty is best for the rows it is judged by: it flatters. */
  public static double leastError(
      RegressionProblem training, RegressionProblem judging, Workers workers) {
    var settings = new ElasticNet.Settings(false, TOLERANCE, MAX_SWEEPS, PATIENCE);
    Penalties penalties = Penalties.path(training, false, FEW_POINTS, 1e-3, 1);
    CrossValidatedPath judged =
        ElasticNet.crossValidate(List.of(training), List.of(judging), penalties, settings, workers);
    return judged.errors()[judged.best()];
  }

  /** Chooses by the folds of a problem of as many rows. */
  public static PenaltyChoice of(
      FoldedProblem problem, long rows, double l1Ratio, Workers workers) {
    var settings = new ElasticNet.Settings(false, TOLERANCE, MAX_SWEEPS, PATIENCE);
    double down = rows > problem.all().features() ? 1e-4 : 1e-2;
    Penalties penalties = Penalties.path(problem.all(), false, POINTS, down, l1Ratio);
    CrossValidatedPath judged =
        ElasticNet.crossValidate(
            problem.training(), problem.heldOut(), penalties, settings, workers);
    int k = judged.best();
    ElasticNetPath path = ElasticNet.path(problem.all(), penalties.upTo(k), settings);
    return new PenaltyChoice(
        path.intercept(k),
        path.coefficients(k),
        judged.errors()[k],
        penalties.l1()[k],
        penalties.l2()[k]);
  }
}
