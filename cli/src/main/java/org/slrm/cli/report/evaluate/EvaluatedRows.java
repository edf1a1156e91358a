package org.slrm.cli.report.evaluate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.slrm.SlrmModel;
import org.slrm.io.column.CellColumn;
import org.slrm.io.column.RawRow;
import org.slrm.io.column.RowBatch;
import org.slrm.io.column.Schema;
import org.slrm.io.score.NamedModel;
import org.slrm.result.ClassProbabilities;
import org.slrm.result.CrossValidated;
import org.slrm.result.Predictions;

/**
 * New labelled rows with their predictions, collected batch by batch for a page: the first 20,000
 * of them.
 */
public final class EvaluatedRows {
  /** Maximum number of rows in figures. */
  public static final int MAX = 20_000;

  /** Levels of intervals whose coverage is measured. */
  static final double[] LEVELS = {0.5, 0.7, 0.8, 0.9, 0.95, 0.99};

  static final int NINETY = 3;

  private final SlrmModel model;
  private final Schema schema;
  private final int threads;
  private final List<EvaluatedRow> rows = new ArrayList<>();
  private final List<RawRow> rawCells = new ArrayList<>();

  /** A row with its predictions, by target. */
  private record EvaluatedRow(
      double[] label,
      double[] mean,
      double[] error,
      double[][] probabilities,
      boolean[][] inside,
      int observed) {}

  public EvaluatedRows(NamedModel named, int threads) {
    model = named.model();
    schema = named.schema();
    this.threads = threads;
  }

  /** Adds rows up to the limit. */
  public void add(RowBatch batch) {
    int count = Math.min(batch.rows(), MAX - rows());
    if (count <= 0) {
      return;
    }
    Predictions[] by = new Predictions[LEVELS.length];
    Arrays.setAll(by, k -> model.predict(batch.features(), LEVELS[k], threads));
    for (int i = 0; i < count; i++) {
      add(batch, i, by);
    }
    rawCells.addAll(batch.rawCells().subList(0, Math.min(count, batch.rawCells().size())));
  }

  private void add(RowBatch batch, int i, Predictions[] by) {
    int targets = model.targets();
    double[] y = new double[targets];
    double[] p = new double[targets];
    double[] e = new double[targets];
    double[][] probabilities = new double[targets][];
    boolean[][] in = new boolean[targets][LEVELS.length];
    for (int t = 0; t < targets; t++) {
      y[t] = batch.labels().valueAt(i, t);
      p[t] = by[0].mean(i, t);
      e[t] = by[0].standardError(i, t);
      boolean classes = model.levels(t) > 0;
      probabilities[t] = classes ? by[0].probabilities().of(i, t) : new double[0];
      for (int k = 0; !classes && k < LEVELS.length; k++) {
        in[t][k] = y[t] >= by[k].lower(i, t) && y[t] <= by[k].upper(i, t);
      }
    }
    int observed = by[0].observed(i) - schema.extraIndicators(batch.features().row(i));
    rows.add(new EvaluatedRow(y, p, e, probabilities, in, observed));
  }

  /** Number of rows so far. */
  public int rows() {
    return rows.size();
  }

  /** The model that predicted them. */
  SlrmModel model() {
    return model;
  }

  /** Cells of a raw column. */
  public CellColumn cells(String name, int column) {
    return CellColumn.of(name, column, rawCells);
  }

  /** Whether a label is inside the interval of a level. */
  boolean inside(int row, int target, int level) {
    return rows.get(row).inside[target][level];
  }

  /** Labels and predictions as input of figures. */
  CrossValidated held() {
    int targets = model.targets();
    int[] levels = new int[targets];
    Arrays.setAll(levels, model::levels);
    boolean classes = Arrays.stream(levels).anyMatch(n -> n > 0);
    ClassProbabilities p = new ClassProbabilities(rows(), levels);
    for (int i = 0; classes && i < rows(); i++) {
      for (int t = 0; t < targets; t++) {
        if (levels[t] > 0) {
          p.set(i, t, rows.get(i).probabilities[t]);
        }
      }
    }
    return new CrossValidated(
        targets,
        new int[rows()],
        flat(EvaluatedRow::label),
        flat(EvaluatedRow::mean),
        flat(EvaluatedRow::error),
        rows.stream().mapToInt(EvaluatedRow::observed).toArray(),
        null,
        classes ? p : null,
        null);
  }

  private double[] flat(Function<EvaluatedRow, double[]> part) {
    return rows.stream().map(part).flatMapToDouble(Arrays::stream).toArray();
  }
}
