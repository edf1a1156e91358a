package org.slrm.io.score;

import java.util.Arrays;
import org.slrm.result.Predictions;

/** Accumulated errors of a number; labels are stored only where a score needs them. */
final class NumberSums {
  private final LabelScore score;
  private long rows;
  private double squares;
  private double sizes;
  private double scores;
  private long covered;
  private long below;
  private long answered;
  private double mean;
  private double spread;
  private double[] labels = new double[0];

  NumberSums(LabelScore score) {
    this.score = score;
  }

  void add(double label, Predictions p, int i, int t) {
    double error = label - p.mean(i, t);
    squares += error * error;
    sizes += Math.abs(error);
    scores += score.of(label, p.mean(i, t), p.standardError(i, t));
    covered += p.lower(i, t) <= label && label <= p.upper(i, t) ? 1 : 0;
    below += label <= p.mean(i, t) ? 1 : 0;
    answered += p.answered(i) ? 1 : 0;
    if (!score.kind().isPlain()) {
      int room = labels.length;
      labels = rows == room ? Arrays.copyOf(labels, Math.max(64, 2 * room)) : labels;
      labels[(int) rows] = label;
    }
    rows++;
    // Welford's mean and variance of the labels.
    double step = label - mean;
    mean += step / rows;
    spread += step * (label - mean);
  }

  Scores scores() {
    // Without rows, 0/0 is NaN.
    double r2 = spread > 0 ? 1 - squares / spread : Double.NaN;
    return new Scores.OfNumber(
        score.kind(),
        rows,
        squares / rows,
        sizes / rows,
        r2,
        (double) covered / rows,
        (double) answered / rows,
        scores / rows,
        score.kind().isPlain() ? r2 : explained(),
        (double) below / rows);
  }

  private double explained() {
    double baseline = score.ofNothing(Arrays.copyOf(labels, (int) rows), null);
    return baseline > 0 ? 1 - scores / rows / baseline : Double.NaN;
  }
}
