package org.slrm.internal.fit;

import java.util.stream.IntStream;
import org.slrm.internal.label.Label;
import org.slrm.internal.label.MeanLoss;
import org.slrm.result.Calibration;
import org.slrm.result.CrossValidated;
import org.slrm.result.FitReport;

/** What predictions of rows not seen say of a target, by the measure of its label. */
final class TargetJudgement {
  private final CrossValidated cv;
  private final int target;
  private final Label kind;

  TargetJudgement(CrossValidated cv, int target, Label kind) {
    this.cv = cv;
    this.target = target;
    this.kind = kind;
  }

  /** Rows whose surprise can be told: labelled, predicted with an error, of positive weight. */
  private int[] rows() {
    return IntStream.range(0, cv.rows())
        .filter(i -> cv.weight(i) > 0)
        .filter(i -> !Double.isNaN(cv.label(i, target)) && !Double.isNaN(cv.prediction(i, target)))
        .filter(i -> cv.standardError(i, target) > 0)
        .toArray();
  }

  /** Intervals adjusted to how surprising the labels were. */
  Calibration calibration() {
    int[] rows = rows();
    double[] surprise =
        IntStream.of(rows)
            .mapToDouble(
                i ->
                    Math.abs(cv.label(i, target) - cv.prediction(i, target))
                        / cv.standardError(i, target))
            .toArray();
    return cv.weights() == null
        ? Calibration.ofScores(surprise)
        : Calibration.ofScores(surprise, IntStream.of(rows).mapToDouble(cv::weight).toArray());
  }

  /** Mean score of the label, and the share of the variance that the predictions explain. */
  FitReport.Score score() {
    MeanLoss loss = MeanLoss.of(cv.rows(), this::loss, cv::weight);
    return new FitReport.Score(rows().length, loss.value(), loss.standardError(), cv.r2(target));
  }

  private double loss(int i) {
    return kind.deviance(cv.label(i, target), cv.prediction(i, target));
  }
}
