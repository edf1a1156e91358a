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
import org.slrm.io.column.EncodedRows;
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
 * A model with column names, which predicts rows that are given by column name. Immutable and safe
 * to share between threads.
 *
 * <pre>{@code
 * NamedModel model = NamedModel.of(ModelFile.read(Path.of("houses.slrm")));
 * try (RowSource rows = model.rows(List.of(Map.of("area", 120, "colour", "red")), Mismatch.WARN)) {
 *   for (NamedPrediction p : model.predict(rows.next(), PredictOptions.DEFAULT.suggest(2))) {
 *     System.out.println(p.target() + " " + p.mean() + ", measure " + p.measurements());
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

  /** Columns observed in a smaller fraction of training rows are not suggested. */
  private static final double RARE = 0.05;

  private final Set<String> rarelyObserved;

  private NamedModel(
      SlrmModel model, Schema schema, ReadOptions reading, Set<String> rarelyObserved) {
    this.rarelyObserved = rarelyObserved;
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
        file.model(), file.schema(), file.reading(), rarelyObserved(file.training()));
  }

  private static Set<String> rarelyObserved(@Nullable TrainingProfile training) {
    return training == null
        ? Set.of()
        : training.columns().stream()
            .filter(c -> 1 - c.missing() < RARE)
            .map(c -> c.column().name())
            .collect(Collectors.toUnmodifiableSet());
  }

  /** This model without limits for rows beyond the training range. */
  public NamedModel extrapolating() {
    return new NamedModel(model.extrapolating(), schema, reading, rarelyObserved);
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

  /** How the training file was read, such as its decimal comma; a default for new files. */
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

  /** Rows of a file whose labels must be valid for their kind, such as non-negative counts. */
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
    return EncodedRows.of(rows, schema, reading.decimalComma(), mode == Mismatch.STRICT);
  }

  /** The label kind of a target. */
  public LabelKind kind(int target) {
    return model.labelKind(target);
  }

  /** Names of a target's classes in their order; empty for a numeric target. */
  public List<String> levels(int target) {
    return levels.get(target);
  }

  /**
   * The predictions for a batch, ordered by row, then by target. Predictions are computed eagerly;
   * contributions and suggestions lazily, by {@link List#get}.
   */
  public List<NamedPrediction> predict(RowBatch batch, PredictOptions options) {
    ClassCosts costs = ClassCosts.of(this, options.costs());
    Predictions p =
        model.predict(batch.features(), options.level(), probabilities(options), options.threads());
    int targets = targets().size();
    int size = Math.multiplyExact(batch.rows(), targets);
    return new AbstractList<>() {
      @Override
      public NamedPrediction get(int k) {
        return prediction(batch, p, k / targets, k % targets, options, costs);
      }

      @Override
      public int size() {
        return size;
      }
    };
  }

  /** The requested quantiles, followed by the quantile of a one-sided bound. */
  private static double[] probabilities(PredictOptions options) {
    DoubleStream bound =
        switch (options.side()) {
          case BOTH -> DoubleStream.empty();
          case LOWER -> DoubleStream.of(1 - options.level());
          case UPPER -> DoubleStream.of(options.level());
        };
    return DoubleStream.concat(options.quantiles().stream().mapToDouble(q -> q), bound).toArray();
  }

  private static double bound(
      Predictions p, int i, int t, PredictOptions options, PredictOptions.Side side, double both) {
    return options.side() == PredictOptions.Side.BOTH
        ? both
        : options.side() == side ? p.quantile(i, t, options.quantiles().size()) : Double.NaN;
  }

  private NamedPrediction prediction(
      RowBatch batch, Predictions p, int i, int t, PredictOptions options, ClassCosts costs) {
    IncompleteRow row = batch.features().row(i);
    boolean numeric = levels(t).isEmpty();
    int level = numeric ? -1 : costs.predicted(t, p.probabilities().of(i, t));
    return new NamedPrediction(
        batch.firstRow() + i + 1,
        targets().get(t),
        numeric ? p.mean(i, t) : Double.NaN,
        p.standardError(i, t),
        bound(p, i, t, options, PredictOptions.Side.LOWER, p.lower(i, t)),
        bound(p, i, t, options, PredictOptions.Side.UPPER, p.upper(i, t)),
        p.median(i, t),
        p.observed(i) - schema.extraIndicators(row),
        p.answered(i),
        numeric ? null : classes(p, i, t, level),
        options.explain() == 0
            ? NamedPrediction.Explanation.NONE
            : explain(row, t, level, options.explain()),
        options.suggest() == 0
            ? List.of()
            : fractions(suggest(row, t, options), t, p.standardError(i, t)),
        IntStream.range(0, options.quantiles().size()).mapToObj(k -> p.quantile(i, t, k)).toList(),
        flags(p.flags(i), batch.unseen().get(i)));
  }

  private static Set<Prediction.Flag> flags(Set<Prediction.Flag> flags, boolean unseen) {
    if (!unseen) {
      return flags;
    }
    EnumSet<Prediction.Flag> all = EnumSet.of(Prediction.Flag.UNSEEN_LEVEL);
    all.addAll(flags);
    return all;
  }

  private NamedPrediction.Classes classes(Predictions p, int i, int t, int level) {
    List<NamedPrediction.ClassProbability> out = new ArrayList<>();
    for (int k = 0; k < levels(t).size(); k++) {
      double probability = p.probabilities().of(i, t, k);
      out.add(
          new NamedPrediction.ClassProbability(levels(t).get(k), probability, p.inSet(i, t, k)));
    }
    return NamedPrediction.Classes.of(level, out);
  }

  /** The largest contributions to the prediction of a target for an encoded row. */
  public NamedPrediction.Explanation explain(IncompleteRow row, int target, int limit) {
    return explain(row, target, -1, limit);
  }

  /** The contributions for a class; for the most probable class if the level is below 0. */
  private NamedPrediction.Explanation explain(IncompleteRow row, int target, int level, int limit) {
    SlrmModel.Explanation e =
        level < 0 ? model.explain(row, target) : model.explain(row, target, level);
    Map<String, NamedPrediction.Contribution> byColumn = new LinkedHashMap<>();
    for (int k = 0; k < e.contribution().length; k++) {
      String column = schema.columnOf(e.feature(k));
      double probability = e.level() < 0 ? Double.NaN : e.probabilityContribution(k);
      byColumn.merge(
          column,
          new NamedPrediction.Contribution(column, e.contribution(k), probability),
          NamedPrediction.Contribution::plus);
    }
    List<NamedPrediction.Contribution> largest =
        byColumn.values().stream()
            .filter(c -> c.amount() != 0)
            .sorted(Comparator.comparingDouble(c -> -Math.abs(c.amount())))
            .limit(limit)
            .toList();
    // The effect of missingness belongs to no feature and is part of the baseline.
    return new NamedPrediction.Explanation(e.intercept() + e.missingness(), largest);
  }

  /** Suggested measurements for a target of an encoded row. */
  public List<NamedPrediction.Measurement> suggest(IncompleteRow row, int target, int limit) {
    double error = model.predict(row, target).standardError();
    return fractions(reductions(row, target, limit), target, error);
  }

  /** Variance reductions of numeric targets as fractions; log-loss reductions unchanged. */
  private List<NamedPrediction.Measurement> fractions(
      List<NamedPrediction.Measurement> reductions, int target, double standardError) {
    if (!levels(target).isEmpty()) {
      return reductions;
    }
    double variance = standardError * standardError;
    return reductions.stream()
        .map(
            m ->
                new NamedPrediction.Measurement(
                    m.column(), Math.min(1, m.varianceReduction() / variance)))
        .toList();
  }

  /** Suggested measurements with variance reductions in squared units of the target. */
  List<NamedPrediction.Measurement> reductions(IncompleteRow row, int target, int limit) {
    // Measuring a categorical column observes all its levels: it gets their largest reduction.
    Map<String, Double> byColumn = new LinkedHashMap<>();
    for (SlrmModel.Suggestion s : model.suggestMeasurements(row, model.features(), target)) {
      String column = schema.columnOf(s.feature());
      if (s.varianceReduction() > 0 && !rarelyObserved.contains(column)) {
        byColumn.putIfAbsent(column, s.varianceReduction());
      }
    }
    return byColumn.entrySet().stream()
        .limit(limit)
        .map(e -> new NamedPrediction.Measurement(e.getKey(), e.getValue()))
        .toList();
  }

  private List<NamedPrediction.Measurement> suggest(
      IncompleteRow row, int target, PredictOptions options) {
    return options.panels().isEmpty()
        ? reductions(row, target, options.suggest())
        : new PanelSuggestions(this, options.panels()).of(row, target, options.suggest());
  }

  /** The rows of a batch with missing entries imputed. */
  public List<ImputedCells> impute(RowBatch batch) {
    return IntStream.range(0, batch.rows())
        .parallel()
        .mapToObj(i -> new ImputedCells(schema, batch, i, model.impute(batch.features().row(i))))
        .toList();
  }

  /** Evaluates the model on those of its targets whose names are given. */
  public Evaluation evaluation(List<String> labelled, PredictOptions options) {
    return new Evaluation(this, labelled, options);
  }
}
