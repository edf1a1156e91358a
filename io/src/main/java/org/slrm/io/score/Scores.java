package org.slrm.io.score;

import java.util.List;
import org.slrm.method.LabelKind;
import org.slrm.result.ClassMetrics;

/**
 * Scores of a target's predictions on labelled rows; NaN without any.
 *
 * <pre>{@code
 * Scores s = named.evaluation(source.labelled(), PredictionOptions.DEFAULT).add(source).scores().get("y");
 * System.out.println(s.scoreName() + " " + s.score() + ", explained " + s.explained());
 * if (s instanceof Scores.OfClasses c) { System.out.println(c.metrics().auc()); }
 * }</pre>
 */
public sealed interface Scores {
  /** The label kind of the target. */
  LabelKind kind();

  /** Rows with a label. */
  long rows();

  /** Fraction of rows that the model predicted. */
  double answered();

  /** Name of the score of its kind of label. */
  String scoreName();

  /** That score, smaller is better. */
  double score();

  /** Relative reduction of the score compared with the best constant prediction. */
  double explained();

  /** Coverage: fraction of labels inside their interval or set. */
  double covered();

  /**
   * Scores of a number.
   *
   * @param kind its kind
   * @param rows rows with a label
   * @param mse mean squared error
   * @param mae mean absolute error
   * @param r2 fraction of the labels' variance that is explained; NaN where they are all equal
   * @param coverage fraction of labels inside their interval
   * @param answered fraction of rows that the model predicted
   * @param score the score of its label kind
   * @param explained relative reduction of that score
   * @param belowPrediction fraction of labels at or below their prediction, nominally {@link
   *     LabelKind#quantile} for a quantile
   */
  record OfNumber(
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
   * Scores of class probabilities.
   *
   * @param metrics the metrics
   * @param setCoverage fraction of rows whose set contains their class
   * @param setSize mean number of classes in a set
   * @param answered fraction of rows that the model predicted
   * @param perClass each class in its order
   */
  record OfClasses(
      ClassMetrics metrics,
      double setCoverage,
      double setSize,
      double answered,
      List<OfClass> perClass)
      implements Scores {
    public OfClasses {
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
      double baseline = metrics.ignorance();
      return baseline > 0 ? 1 - score() / baseline : Double.NaN;
    }
  }

  /**
   * One class.
   *
   * @param level its name
   * @param rows its rows
   * @param recall fraction of them predicted as this class; NaN without rows
   * @param precision fraction of rows predicted as this class that belong to it; NaN without any
   * @param auc area under the ROC curve of its probability; NaN with rows of one class only
   * @param setCoverage fraction of its rows whose set contains it; NaN without rows
   */
  record OfClass(
      String level, long rows, double recall, double precision, double auc, double setCoverage) {}
}
