package org.slrm.io.score;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.slrm.io.column.RowBatch;
import org.slrm.io.column.RowSource;
import org.slrm.result.Predictions;

/**
 * Errors of a model on labelled rows, accumulated batch by batch. Memory is constant for plain
 * numbers and holds labels and probabilities otherwise. Rows without a label are ignored.
 *
 * <pre>{@code
 * Evaluation e = named.evaluation(source.labelled(), PredictionOptions.DEFAULT).add(source);
 * double score = e.scores().get("price").score();
 * }</pre>
 */
public final class Evaluation {
  private final NamedModel model;
  private final PredictionOptions options;
  private final Map<String, NumberSums> numbers = new LinkedHashMap<>();
  private final Map<String, ClassSums> classes = new LinkedHashMap<>();
  private final List<String> labelled;

  Evaluation(NamedModel model, List<String> labelled, PredictionOptions options) {
    this.model = model;
    this.options = options;
    this.labelled = List.copyOf(labelled);
    for (String name : labelled) {
      int t = model.targets().indexOf(name);
      if (model.levels(t).isEmpty()) {
        numbers.put(name, new NumberSums(LabelScore.of(model.model(), t)));
      } else {
        classes.put(name, new ClassSums(model.levels(t)));
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

  /** Adds some rows. */
  public void add(RowBatch batch) {
    Predictions p = model.model().predict(batch.features(), options.level(), options.threads());
    for (int i = 0; i < batch.rows(); i++) {
      for (int e = batch.labels().rowStart(i); e < batch.labels().rowStart(i + 1); e++) {
        int t = batch.labels().column(e);
        double label = batch.labels().value(e);
        String name = model.targets().get(t);
        NumberSums number = numbers.get(name);
        ClassSums ofClasses = classes.get(name);
        if (number != null) {
          number.add(label, p, i, t);
        } else if (ofClasses != null) {
          ofClasses.add(label, p, i, t);
        }
      }
    }
  }

  /** The scores so far, by target. */
  public Map<String, Scores> scores() {
    Map<String, Scores> out = new LinkedHashMap<>();
    for (String name : labelled) {
      NumberSums number = numbers.get(name);
      out.put(
          name,
          number != null ? number.scores() : Objects.requireNonNull(classes.get(name)).scores());
    }
    return out;
  }
}
