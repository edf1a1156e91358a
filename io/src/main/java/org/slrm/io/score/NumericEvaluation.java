package org.slrm.io.score;

import java.util.Arrays;
import org.slrm.result.Predictions;

/** Accumulates the errors of a numeric target; stores labels only if the score needs them. */
final class NumericEvaluation {
  private final LabelScore score;
  private long rows;
  private double squaredErrors;
  private double absoluteErrors;
  private double losses;
  private long covered;
  private long below;
  private long predicted;
  private double mean;
  private double m2;
  private double[] labels = new double[0];

  NumericEvaluation(LabelScore score) {
    this.score = score;
  }

  void add(double label, Predictions p, int i, int t) {
    double error = label - p.mean(i, t);
    squaredErrors += error * error;
    absoluteErrors += Math.abs(error);
    losses += score.of(label, p.mean(i, t), p.standardError(i, t));
    covered += p.lower(i, t) <= label && label <= p.upper(i, t) ? 1 : 0;
    below += label <= p.mean(i, t) ? 1 : 0;
    predicted += p.answered(i) ? 1 : 0;
    if (!score.kind().usesSquaredError()) {
      int capacity = labels.length;
      labels = rows == capacity ? Arrays.copyOf(labels, Math.max(64, 2 * capacity)) : labels;
      labels[(int) rows] = label;
    }
    rows++;
    // Welford's mean and variance of the labels.
    double step = label - mean;
    mean += step / rows;
    m2 += step * (label - mean);
  }

  Scores scores() {
    // Without rows, 0/0 is NaN.
    double r2 = m2 > 0 ? 1 - squaredErrors / m2 : Double.NaN;
    return new Scores.NumericScores(
        score.kind(),
        rows,
        squaredErrors / rows,
        absoluteErrors / rows,
        r2,
        (double) covered / rows,
        (double) predicted / rows,
        losses / rows,
        score.kind().usesSquaredError() ? r2 : explained(),
        (double) below / rows);
  }

  private double explained() {
    double baseline = score.baselineScore(Arrays.copyOf(labels, (int) rows), null);
    return baseline > 0 ? 1 - losses / rows / baseline : Double.NaN;
  }
}
