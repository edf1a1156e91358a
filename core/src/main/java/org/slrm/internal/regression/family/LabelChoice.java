package org.slrm.internal.regression.family;

import org.slrm.internal.label.Label;
import org.slrm.internal.label.Quantile;
import org.slrm.internal.regression.CrossValidatedPath;
import org.slrm.internal.regression.ElasticNet;
import org.slrm.internal.regression.ElasticNetPath;
import org.slrm.internal.regression.FoldedProblem;
import org.slrm.internal.regression.FoldedRidge;
import org.slrm.internal.regression.Penalties;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.regression.RidgeChoice;
import org.slrm.internal.regression.TargetRows;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.method.LabelKind;

/** Elastic net and ridge for any loss, with the penalty chosen by held-out deviance. */
public final class LabelChoice {
  private LabelChoice() {}

  /** An elastic net of one target on a design with a row for each row of the data. */
  public static PenaltyChoice elasticNet(
      FoldedProblem.Design design,
      TrainingData data,
      int target,
      double l1Ratio,
      FitContext context) {
    Label label = data.kind(target);
    if (label.quadratic()) {
      return PenaltyChoice.of(design, data, target, l1Ratio, context);
    }
    int[] fold = PenaltyChoice.folds(data, context.seed());
    TargetRows rows = TargetRows.labelled(data, target, fold);
    if (rows.folds() < 2) {
      return onlyMean(rows, label, design.columns());
    }
    LabelFolds folds = LabelFolds.of(design, rows, label);
    ElasticNet.Settings settings = PenaltyChoice.settings();
    double down = PenaltyChoice.down(folds.all().weight(), design.columns());
    Penalties penalties =
        LabelNet.penalties(folds.all(), false, PenaltyChoice.POINTS, down, l1Ratio);
    CrossValidatedPath evaluated = folds.evaluate(penalties, settings, context.workers());
    int k = evaluated.best();
    ElasticNetPath path = LabelNet.path(folds.all(), penalties.upTo(k), settings);
    return new PenaltyChoice(
        path.intercept(k),
        path.coefficients(k),
        evaluated.errors()[k],
        penalties.l1()[k],
        penalties.l2()[k]);
  }

  /** A ridge regression of one target on such a design. */
  public static PenaltyChoice ridge(FoldedProblem.Design design, TrainingData data, int target) {
    Label label = data.kind(target);
    if (label.quadratic()) {
      return data.units().separate()
          ? RidgeChoice.of(design, data, target)
          : FoldedRidge.of(design, data, target);
    }
    TargetRows rows = TargetRows.labelled(data, target, new int[data.x().rows()]);
    return rows.size() < 2
        ? onlyMean(rows, label, design.columns())
        : LabelRidge.of(design, rows, label);
  }

  /** The best constant η. */
  public static double mean(TargetRows rows, Label label) {
    if (label instanceof Quantile q) {
      return LabelKind.quantile(q.level()).best(rows.y(), rows.weights());
    }
    return LabelProblem.ofRows(label, new double[0], 0, rows.y(), rows.weights()).start();
  }

  /** With too few labels for a choice: their mean, 0 without any, evaluated by its own deviance. */
  static PenaltyChoice onlyMean(TargetRows rows, Label label, int columns) {
    if (rows.size() == 0) {
      return new PenaltyChoice(0, new double[columns], 1, 0, 0);
    }
    double eta = mean(rows, label);
    double sum = 0;
    double total = 0;
    for (int r = 0; r < rows.size(); r++) {
      sum += rows.weights()[r] * label.deviance(rows.y()[r], eta);
      total += rows.weights()[r];
    }
    return new PenaltyChoice(eta, new double[columns], sum / total, 0, 0);
  }
}
