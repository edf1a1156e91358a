package org.slrm.io.score;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slrm.io.column.RowBatch;
import org.slrm.io.column.RowSource;
import org.slrm.result.Predictions;

/**
 * Errors of a model on rows whose labels are known, added up batch by batch so that memory stays
 * flat. Rows without a label do not count.
 *
 * <pre>{@code
 * Evaluation e = named.evaluation(source.labelled(), Question.DEFAULT).add(source);
 * double rmse = e.scores().get("price").rmse();
 * }</pre>
 */
public final class Evaluation {
  private final NamedModel model;
  private final Question question;
  private final Map<String, Sums> sums = new LinkedHashMap<>();

  Evaluation(NamedModel model, List<String> labelled, Question question) {
    this.model = model;
    this.question = question;
    labelled.forEach(name -> sums.put(name, new Sums()));
  }

  /** Adds all rows that are left. */
  public Evaluation add(RowSource rows) {
    for (RowBatch batch = rows.next(); batch != null; batch = rows.next()) {
      add(batch);
    }
    return this;
  }

  /** Adds some rows. */
  public void add(RowBatch batch) {
    Predictions p =
        model.model().predictAll(batch.features(), question.level(), question.threads());
    for (int i = 0; i < batch.rows(); i++) {
      for (int e = batch.labels().rowStart(i); e < batch.labels().rowStart(i + 1); e++) {
        int t = batch.labels().column(e);
        double label = batch.labels().value(e);
        boolean inside = p.lower(i, t) <= label && label <= p.upper(i, t);
        Sums of = sums.get(model.targets().get(t));
        if (of != null) {
          of.add(label, p.mean(i, t), inside, p.answered(i));
        }
      }
    }
  }

  /** The errors so far, by target. */
  public Map<String, Scores> scores() {
    Map<String, Scores> out = new LinkedHashMap<>();
    sums.forEach((name, s) -> out.put(name, s.scores()));
    return out;
  }

  /**
   * Errors of one target; NaN where there are no rows.
   *
   * @param rows rows with a label
   * @param mse mean squared error
   * @param mae mean size of an error
   * @param r2 share of the labels' variance that is explained; NaN where they are all equal
   * @param coverage share of labels inside their interval
   * @param answered share of rows the model did not refuse
   */
  public record Scores(
      long rows, double mse, double mae, double r2, double coverage, double answered) {
    /** Root of the mean squared error. */
    public double rmse() {
      return Math.sqrt(mse);
    }
  }

  private static final class Sums {
    private long rows;
    private double squares;
    private double sizes;
    private long covered;
    private long answered;
    private double mean;
    private double spread;

    void add(double label, double prediction, boolean inside, boolean wasAnswered) {
      rows++;
      double error = label - prediction;
      squares += error * error;
      sizes += Math.abs(error);
      covered += inside ? 1 : 0;
      answered += wasAnswered ? 1 : 0;
      // Welford's mean and spread of the labels.
      double step = label - mean;
      mean += step / rows;
      spread += step * (label - mean);
    }

    Scores scores() {
      // Without rows 0/0 is NaN.
      return new Scores(
          rows,
          squares / rows,
          sizes / rows,
          spread > 0 ? 1 - squares / spread : Double.NaN,
          (double) covered / rows,
          (double) answered / rows);
    }
  }
}
