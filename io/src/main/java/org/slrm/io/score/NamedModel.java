package org.slrm.io.score;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteRow;
import org.slrm.io.Tables;
import org.slrm.io.column.NamedRows;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.RowBatch;
import org.slrm.io.column.RowSource;
import org.slrm.io.column.Schema;
import org.slrm.io.model.ModelFile;
import org.slrm.io.shift.TrainingProfile;
import org.slrm.method.LabelKind;
import org.slrm.result.Prediction;
import org.slrm.result.Predictions;

/**
 * A model with column names: rows by name in, predictions by name out. Immutable and safe to share
 * between threads.
 *
 * <pre>{@code
 * NamedModel model = NamedModel.of(ModelFile.read(Path.of("houses.slrm")));
 * try (RowSource rows = model.rows(List.of(Map.of("area", 120, "colour", "red")), Mismatch.WARN)) {
 *   for (Answer a : model.predict(rows.next(), Question.DEFAULT.suggest(2))) {
 *     System.out.println(a.target() + " " + a.mean() + ", measure " + a.measurements());
 *   }
 *   Mismatch.WARN.warnings(rows.report()).forEach(w -> System.err.println(w.message()));
 * }
 * }</pre>
 */
public final class NamedModel {
  private final SlrmModel model;
  private final Schema schema;
  private final ReadOptions reading;
  private final List<List<String>> levels = new ArrayList<>();

  /** Columns known in a smaller fraction of training rows are not suggested. */
  private static final double HARDLY_EVER = 0.05;

  private final Set<String> hardlyKnown;

  private NamedModel(SlrmModel model, Schema schema, ReadOptions reading, Set<String> hardlyKnown) {
    this.hardlyKnown = hardlyKnown;
    this.model = model;
    this.schema = schema;
    this.reading = reading;
    for (int t = 0; t < model.targets(); t++) {
      // Classes without training rows are unknown to the model.
      levels.add(schema.target(t).levels().subList(0, model.levels(t)));
    }
  }

  /** The model of a file. */
  public static NamedModel of(ModelFile file) {
    return new NamedModel(
        file.model(), file.schema(), file.reading(), hardlyKnown(file.training()));
  }

  private static Set<String> hardlyKnown(@Nullable TrainingProfile training) {
    return training == null
        ? Set.of()
        : training.columns().stream()
            .filter(c -> 1 - c.missing() < HARDLY_EVER)
            .map(c -> c.column().name())
            .collect(Collectors.toUnmodifiableSet());
  }

  /** The same without limits for rows beyond the training range. */
  public NamedModel extrapolating() {
    return new NamedModel(model.extrapolating(), schema, reading, hardlyKnown);
  }

  /** The model itself, for encoded rows. */
  public SlrmModel model() {
    return model;
  }

  /** The columns it was fitted to: name, kind, role, levels. */
  public Schema schema() {
    return schema;
  }

  /** The targets' names in their order. */
  public List<String> targets() {
    return schema.targets();
  }

  /** How the model's own file was read, for properties that new files do not show. */
  public ReadOptions reading() {
    return reading;
  }

  /**
   * The rows of a file, encoded batch by batch.
   *
   * @param file its name, {@code -} for standard input
   * @param options how to read it; {@link #reading} by default
   */
  public RowSource open(String file, ReadOptions options, Mismatch mode) {
    boolean strict = mode == Mismatch.STRICT;
    return Tables.open(file, options.toBuilder().strict(strict).build(), schema);
  }

  /** The same, where labels must be valid for their kind, such as non-negative counts. */
  public RowSource openLabelled(String file, ReadOptions options, Mismatch mode) {
    List<ReadOptions.Label> kinds =
        IntStream.range(0, targets().size()).mapToObj(t -> ReadOptions.Label.of(kind(t))).toList();
    return open(file, options.toBuilder().labels(kinds).build(), mode);
  }

  /**
   * Rows given by column name, as one batch. A value is a number, a boolean or text as in a file;
   * null and NaN are missing.
   */
  public RowSource rows(List<? extends Map<String, ?>> rows, Mismatch mode) {
    return new NamedRows(rows, schema, reading.decimalComma(), mode == Mismatch.STRICT);
  }

  /** What a target is. */
  public LabelKind kind(int target) {
    return model.labelKind(target);
  }

  /** Names of a target's classes in their order; none for a number. */
  public List<String> levels(int target) {
    return levels.get(target);
  }

  /**
   * The predictions for a batch, target after target of row after row. Predictions are computed at
   * once, contributions and suggestions when an answer is taken from the list.
   */
  public List<Answer> predict(RowBatch batch, Question question) {
    ClassCosts costs = ClassCosts.of(this, question.costs());
    Predictions p =
        model.predict(
            batch.features(), question.level(), probabilities(question), question.threads());
    int targets = targets().size();
    int size = Math.multiplyExact(batch.rows(), targets);
    return new AbstractList<>() {
      @Override
      public Answer get(int k) {
        return answer(batch, p, k / targets, k % targets, question, costs);
      }

      @Override
      public int size() {
        return size;
      }
    };
  }

  /** The requested quantiles, followed by that of a one-sided bound. */
  private static double[] probabilities(Question question) {
    DoubleStream asked = question.quantiles().stream().mapToDouble(q -> q);
    return switch (question.side()) {
      case BOTH -> asked.toArray();
      case LOWER -> DoubleStream.concat(asked, DoubleStream.of(1 - question.level())).toArray();
      case UPPER -> DoubleStream.concat(asked, DoubleStream.of(question.level())).toArray();
    };
  }

  private static double bound(
      Predictions p, int i, int t, Question question, Question.Side side, double both) {
    return question.side() == Question.Side.BOTH
        ? both
        : question.side() == side ? p.quantile(i, t, question.quantiles().size()) : Double.NaN;
  }

  private Answer answer(
      RowBatch batch, Predictions p, int i, int t, Question question, ClassCosts costs) {
    boolean explain = question.explain() > 0;
    boolean suggest = question.suggest() > 0;
    boolean number = levels(t).isEmpty();
    int level = number ? -1 : costs.predicted(t, p.probabilities().of(i, t));
    return new Answer(
        batch.firstRow() + i + 1,
        targets().get(t),
        number ? p.mean(i, t) : Double.NaN,
        p.standardError(i, t),
        bound(p, i, t, question, Question.Side.LOWER, p.lower(i, t)),
        bound(p, i, t, question, Question.Side.UPPER, p.upper(i, t)),
        p.median(i, t),
        p.observed(i) - schema.furtherIndicators(batch.features().row(i)),
        p.answered(i),
        number ? null : classes(p, i, t, level),
        explain
            ? explain(batch.features().row(i), t, level, question.explain())
            : Answer.Reasons.NONE,
        suggest
            ? shares(suggest(batch.features().row(i), t, question), t, p.standardError(i, t))
            : List.of(),
        IntStream.range(0, question.quantiles().size()).mapToObj(k -> p.quantile(i, t, k)).toList(),
        flags(p.flags(i), batch.unseen().get(i)));
  }

  private static Set<Prediction.Flag> flags(Set<Prediction.Flag> of, boolean unseen) {
    if (!unseen) {
      return of;
    }
    EnumSet<Prediction.Flag> all = EnumSet.of(Prediction.Flag.UNSEEN_LEVEL);
    all.addAll(of);
    return all;
  }

  private Answer.Classes classes(Predictions p, int i, int t, int level) {
    List<Answer.Share> shares = new ArrayList<>();
    for (int k = 0; k < levels(t).size(); k++) {
      double probability = p.probabilities().of(i, t, k);
      shares.add(new Answer.Share(levels(t).get(k), probability, p.inSet(i, t, k)));
    }
    Answer.Share predicted = shares.get(level);
    return new Answer.Classes(predicted.level(), predicted.probability(), shares);
  }

  /** The largest contributions to the prediction of a target for an encoded row. */
  public Answer.Reasons explain(IncompleteRow row, int target, int most) {
    return explain(row, target, -1, most);
  }

  /** The same for a class; for the most probable one if it is below 0. */
  private Answer.Reasons explain(IncompleteRow row, int target, int level, int most) {
    SlrmModel.Explanation e =
        level < 0 ? model.explain(row, target) : model.explain(row, target, level);
    Map<String, Answer.Contribution> byColumn = new LinkedHashMap<>();
    for (int k = 0; k < e.contribution().length; k++) {
      byColumn.merge(column(e.feature(k)), contribution(e, k), Answer.Contribution::plus);
    }
    List<Answer.Contribution> largest =
        byColumn.values().stream()
            .filter(c -> c.amount() != 0)
            .sorted(Comparator.comparingDouble(c -> -Math.abs(c.amount())))
            .limit(most)
            .toList();
    // The effect of missingness belongs to no feature and is part of the baseline.
    return new Answer.Reasons(e.intercept() + e.missingness(), largest);
  }

  private Answer.Contribution contribution(SlrmModel.Explanation e, int k) {
    String column = column(e.feature(k));
    return new Answer.Contribution(
        column,
        column,
        e.contribution(k),
        e.level() < 0 ? Double.NaN : e.probabilityContribution(k));
  }

  /** Suggested measurements for a target of an encoded row. */
  public List<Answer.Measurement> suggest(IncompleteRow row, int target, int most) {
    double error = model.predict(row, target).standardError();
    return shares(reductions(row, target, most), target, error);
  }

  /** Variance reductions of a number as fractions; reductions of a log loss unchanged. */
  private List<Answer.Measurement> shares(
      List<Answer.Measurement> reductions, int target, double standardError) {
    if (!levels(target).isEmpty()) {
      return reductions;
    }
    double variance = standardError * standardError;
    return reductions.stream()
        .map(m -> new Answer.Measurement(m.column(), Math.min(1, m.varianceReduction() / variance)))
        .toList();
  }

  /** The same with variances in squared units of the target. */
  List<Answer.Measurement> reductions(IncompleteRow row, int target, int most) {
    // A category is measured as a whole, so its column counts with its best level.
    Map<String, Double> byColumn = new LinkedHashMap<>();
    for (SlrmModel.Suggestion s : model.suggestMeasurements(row, model.features(), target)) {
      if (s.varianceReduction() > 0 && !hardlyKnown.contains(column(s.feature()))) {
        byColumn.putIfAbsent(column(s.feature()), s.varianceReduction());
      }
    }
    List<Answer.Measurement> out = new ArrayList<>();
    byColumn.forEach((column, reduction) -> out.add(new Answer.Measurement(column, reduction)));
    return List.copyOf(out.subList(0, Math.min(most, out.size())));
  }

  private List<Answer.Measurement> suggest(IncompleteRow row, int target, Question question) {
    return question.panels().isEmpty()
        ? reductions(row, target, question.suggest())
        : new PanelSuggestions(this, question.panels()).of(row, target, question.suggest());
  }

  private String column(int feature) {
    return schema.columnOf(feature);
  }

  /** The rows of a batch with missing entries imputed. */
  public List<ImputedCells> impute(RowBatch batch) {
    return IntStream.range(0, batch.rows())
        .parallel()
        .mapToObj(i -> new ImputedCells(schema, batch, i, model.impute(batch.features().row(i))))
        .toList();
  }

  /** Evaluates the model on the labelled targets of new rows. */
  public Evaluation evaluation(List<String> labelled, Question question) {
    return new Evaluation(this, labelled, question);
  }
}
