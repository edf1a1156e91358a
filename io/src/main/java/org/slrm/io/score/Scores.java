package org.slrm.io.score;

import java.util.List;
import org.slrm.method.LabelKind;
import org.slrm.result.ClassMetrics;

/**
 * How good predictions of a target were on rows whose label is known; NaN where there are none.
 *
 * <pre>{@code
 * Scores s = named.evaluation(source.labelled(), Question.DEFAULT).add(source).scores().get("y");
 * System.out.println(s.scoreName() + " " + s.score() + ", explained " + s.explained());
 * if (s instanceof Scores.OfClasses c) { System.out.println(c.metrics().auc()); }
 * }</pre>
 */
public sealed interface Scores {
  /** What the target is. */
  LabelKind kind();

  /** Rows with a label. */
  long rows();

  /** Share of rows the model did not refuse. */
  double answered();

  /** Name of the score of its kind of label. */
  String scoreName();

  /** That score, smaller is better. */
  double score();

  /** Share of the score that is gone, compared with the one best answer for all rows. */
  double explained();

  /** Share of labels inside their interval or set. */
  double covered();

  /**
   * Errors of a number.
   *
   * @param kind what kind of number
   * @param rows rows with a label
   * @param mse mean squared error
   * @param mae mean size of an error
   * @param r2 share of the labels' variance that is explained; NaN where they are all equal
   * @param coverage share of labels inside their interval
   * @param answered share of rows the model did not refuse
   * @param score the score of its kind
   * @param explained share of it that is gone
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
      double explained)
      implements Scores {
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
   * How good probabilities of classes were.
   *
   * @param metrics all that can be said of them
   * @param setCoverage share of rows whose set holds their class
   * @param setSize mean number of classes in a set
   * @param answered share of rows the model did not refuse
   * @param perClass each class in its order
   */
  record OfClasses(
      ClassMetrics metrics,
      double setCoverage,
      double setSize,
      double answered,
      List<OfClass> perClass)
      implements Scores {
    /** Copies the list. */
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
      double nothing = metrics.ignorance();
      return nothing > 0 ? 1 - score() / nothing : Double.NaN;
    }
  }

  /**
   * One class.
   *
   * @param level its name
   * @param rows rows of it
   * @param recall share of them that are taken for it; NaN without rows
   * @param precision share of rows taken for it that are of it; NaN without any
   * @param auc how well its probability tells its rows from others; NaN where one is absent
   * @param setCoverage share of its rows whose set holds it; NaN without rows
   */
  record OfClass(
      String level, long rows, double recall, double precision, double auc, double setCoverage) {}
}
