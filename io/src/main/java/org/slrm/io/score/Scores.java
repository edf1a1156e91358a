package org.slrm.io.score;

import java.util.List;
import org.slrm.method.LabelKind;
import org.slrm.result.ClassMetrics;

/**
 * Scores of a target's predictions on labelled rows; NaN if there are no labelled rows.
 *
 * <pre>{@code
 * Scores s = named.evaluation(source.labelled(), PredictOptions.DEFAULT).add(source).scores().get("y");
 * System.out.println(s.scoreName() + " " + s.score() + ", explained " + s.explained());
 * if (s instanceof Scores.ClassificationScores c) { System.out.println(c.metrics().auc()); }
 * }</pre>
 */
public sealed interface Scores {
  /** The label kind of the target. */
  LabelKind kind();

  /** Rows with a label. */
  long rows();

  /** Fraction of rows that the model predicted. */
  double answered();

  /** Name of the loss for the label kind. */
  String scoreName();

  /** Mean loss of the predictions. */
  double score();

  /** Relative reduction of the mean loss compared with the best constant prediction. */
  double explained();

  /** Coverage: fraction of labels inside their interval or set. */
  double covered();

  /**
   * Scores of a numeric target.
   *
   * @param kind its label kind
   * @param rows rows with a label
   * @param mse mean squared error
   * @param mae mean absolute error
   * @param r2 fraction of the labels' variance that is explained; NaN if all labels are equal
   * @param coverage fraction of labels inside their interval
   * @param answered fraction of rows that the model predicted
   * @param score the mean loss for its label kind
   * @param explained relative reduction of the mean loss
   * @param belowPrediction fraction of labels at or below their prediction, nominally {@link
   *     LabelKind#quantile} for a quantile
   */
  record NumericScores(
      LabelKind kind,
      long rows,
      double mse,
      double mae,
      double r2,
      double coverage,
      double answered,
      double score,
      double explained,
      double belowPrediction)
      implements Scores {
    /** Whether the prediction is a quantile, scored by the pinball loss. */
    public boolean isQuantile() {
      return scoreName().equals("pinball");
    }

    /** Root of the mean squared error. */
    public double rmse() {
      return Math.sqrt(mse);
    }

    @Override
    public double covered() {
      return coverage;
    }

    @Override
    public String scoreName() {
      return kind.scoreName();
    }
  }

  /**
   * Scores of a classification target.
   *
   * @param metrics the metrics
   * @param setCoverage fraction of rows whose set contains their class
   * @param setSize mean number of classes in a set
   * @param answered fraction of rows that the model predicted
   * @param perClass the scores of each class, in their order
   */
  record ClassificationScores(
      ClassMetrics metrics,
      double setCoverage,
      double setSize,
      double answered,
      List<ClassScores> perClass)
      implements Scores {
    public ClassificationScores {
      perClass = List.copyOf(perClass);
    }

    @Override
    public LabelKind kind() {
      return LabelKind.CLASSES;
    }

    @Override
    public double covered() {
      return setCoverage;
    }

    @Override
    public long rows() {
      return metrics.rows();
    }

    @Override
    public String scoreName() {
      return kind().scoreName();
    }

    @Override
    public double score() {
      return metrics.logLoss();
    }

    @Override
    public double explained() {
      double baseline = metrics.baselineLogLoss();
      return baseline > 0 ? 1 - score() / baseline : Double.NaN;
    }
  }

  /**
   * Scores of one class.
   *
   * @param level name of the class
   * @param rows rows of the class
   * @param recall fraction of its rows predicted as this class; NaN without rows
   * @param precision fraction of rows predicted as this class that belong to it; NaN if no row is
   * @param auc area under the ROC curve of its probability; NaN with rows of one class only
   * @param setCoverage fraction of its rows whose set contains it; NaN without rows
   */
  record ClassScores(
      String level, long rows, double recall, double precision, double auc, double setCoverage) {}
}
