package org.slrm.io.score;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.slrm.io.column.RowBatch;
import org.slrm.io.column.RowSource;
import org.slrm.result.Predictions;

/**
 * Errors of a model on labelled rows, accumulated batch by batch. Memory is constant for numeric
 * targets scored by squared error; for other targets labels and probabilities are stored. Rows
 * without a label are ignored.
 *
 * <pre>{@code
 * Evaluation e = named.evaluation(source.labelled(), PredictOptions.DEFAULT).add(source);
 * double score = e.scores().get("price").score();
 * }</pre>
 */
public final class Evaluation {
  private final NamedModel model;
  private final PredictOptions options;
  private final Map<String, NumericEvaluation> numeric = new LinkedHashMap<>();
  private final Map<String, ClassificationEvaluation> classification = new LinkedHashMap<>();
  private final List<String> labelled;

  Evaluation(NamedModel model, List<String> labelled, PredictOptions options) {
    this.model = model;
    this.options = options;
    this.labelled = List.copyOf(labelled);
    for (String name : labelled) {
      int t = model.targets().indexOf(name);
      if (model.levels(t).isEmpty()) {
        numeric.put(name, new NumericEvaluation(LabelScore.of(model.model(), t)));
      } else {
        classification.put(name, new ClassificationEvaluation(model.levels(t)));
      }
    }
  }

  /** Adds all remaining rows. */
  public Evaluation add(RowSource rows) {
    for (RowBatch batch = rows.next(); batch != null; batch = rows.next()) {
      add(batch);
    }
    return this;
  }

  /** Adds the rows of a batch. */
  public void add(RowBatch batch) {
    Predictions p = model.model().predict(batch.features(), options.level(), options.threads());
    for (int i = 0; i < batch.rows(); i++) {
      for (int e = batch.labels().rowStart(i); e < batch.labels().rowStart(i + 1); e++) {
        int t = batch.labels().column(e);
        double label = batch.labels().value(e);
        String name = model.targets().get(t);
        NumericEvaluation scores = numeric.get(name);
        ClassificationEvaluation classes = classification.get(name);
        if (scores != null) {
          scores.add(label, p, i, t);
        } else if (classes != null) {
          classes.add(label, p, i, t);
        }
      }
    }
  }

  /** The scores so far, by target. */
  public Map<String, Scores> scores() {
    Map<String, Scores> out = new LinkedHashMap<>();
    for (String name : labelled) {
      NumericEvaluation scores = numeric.get(name);
      out.put(
          name,
          scores != null
              ? scores.scores()
              : Objects.requireNonNull(classification.get(name)).scores());
    }
    return out;
  }
}
