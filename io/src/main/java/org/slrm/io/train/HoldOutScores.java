package org.slrm.io.train;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slrm.io.Table;
import org.slrm.io.column.RowBatch;
import org.slrm.io.score.NamedModel;
import org.slrm.io.score.PredictOptions;
import org.slrm.io.score.Scores;
import org.slrm.result.Metrics;
import org.slrm.result.Predictions;

/**
 * Scores of a model on rows that were held out for evaluation only.
 *
 * <pre>{@code
 * TrainingSettings settings = TrainingSettings.of("price").withHoldOut(HoldOut.fraction(0.2));
 * HoldOutScores scores = new TableTrainer(settings).fit("houses.csv").holdOut();
 * scores.targets().forEach(t -> System.out.println(t.name() + " " + t.scores().score()));
 * }</pre>
 *
 * @param targets scores of each target; empty without held-out rows
 */
public record HoldOutScores(List<OfTarget> targets) {
  /** No rows were held out. */
  public static final HoldOutScores NONE = new HoldOutScores(List.of());

  /** Nominal coverage of intervals and sets. */
  public static final double LEVEL = PredictOptions.DEFAULT.level();

  /**
   * Scores of one target.
   *
   * @param name name of the target
   * @param scores scores of its predictions
   * @param standardError standard error of the mean squared error
   */
  public record OfTarget(String name, Scores scores, double standardError) {
    /** Fraction of labels in their interval or set. */
    public double coverage() {
      return scores.covered();
    }
  }

  public HoldOutScores {
    targets = List.copyOf(targets);
  }

  /**
   * Evaluates a model on held-out rows.
   *
   * @param clusters group or time block of each row; null if rows are independent
   */
  static HoldOutScores of(NamedModel model, Table rows, int @Nullable [] clusters, int threads) {
    PredictOptions options = PredictOptions.DEFAULT.threads(threads);
    var evaluation = model.evaluation(model.targets(), options);
    evaluation.add(new RowBatch(0, rows.features(), rows.labels(), null));
    Map<String, Scores> scores = evaluation.scores();
    Predictions p = model.model().predict(rows.features(), LEVEL, threads);
    List<OfTarget> out = new ArrayList<>();
    for (int t = 0; t < model.targets().size(); t++) {
      String name = model.targets().get(t);
      double[] labels = new double[rows.rows()];
      double[] predicted = new double[rows.rows()];
      for (int i = 0; i < rows.rows(); i++) {
        labels[i] = rows.labels().valueAt(i, t);
        predicted[i] = p.mean(i, t);
      }
      double error = Metrics.mseStandardError(labels, predicted, null, clusters);
      out.add(new OfTarget(name, scores.get(name), error));
    }
    return new HoldOutScores(out);
  }

  /** Whether no rows were held out. */
  public boolean none() {
    return targets.isEmpty();
  }
}
