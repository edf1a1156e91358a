package org.slrm.io.score;

import java.util.List;
import org.slrm.SlrmModel;
import org.slrm.io.column.RowBatch;
import org.slrm.io.column.Schema;

/**
 * An imputed row, column by column.
 *
 * <pre>{@code
 * for (ImputedCells row : named.impute(batch)) {
 *   row.cells(List.of()).forEach(c -> System.out.println(c.column().name() + " " + c.text()));
 * }
 * }</pre>
 */
public final class ImputedCells {
  private final Schema schema;
  private final RowBatch batch;
  private final int row;
  private final SlrmModel.ImputedRow imputed;

  ImputedCells(Schema schema, RowBatch batch, int row, SlrmModel.ImputedRow imputed) {
    this.schema = schema;
    this.batch = batch;
    this.row = row;
    this.imputed = imputed;
  }

  /**
   * One cell.
   *
   * @param column its column
   * @param value its value; in a categorical column the indicator of the most likely level; NaN for
   *     a missing label
   * @param standardError standard error of the value; 0 for an observed cell, NaN for a label
   * @param observed whether the cell was observed
   * @param text the value as in a file; empty for a missing label
   */
  public record Cell(
      Schema.Column column, double value, double standardError, boolean observed, String text) {}

  /** The columns of an imputed row: those with features, and the given targets. */
  public static List<Schema.Column> columns(Schema schema, List<String> labelled) {
    return schema.columns().stream()
        .filter(c -> c.width() > 0 || labelled.contains(c.name()))
        .toList();
  }

  /** The cells of {@link #columns} in the schema's order. */
  public List<Cell> cells(List<String> labelled) {
    return columns(schema, labelled).stream()
        .map(column -> column.width() > 0 ? feature(column) : label(column))
        .toList();
  }

  private Cell feature(Schema.Column column) {
    int first = schema.firstFeature(schema.indexOf(column.name()));
    int best = 0;
    for (int k = 1; k < column.width(); k++) {
      best = imputed.value(first + k) > imputed.value(first + best) ? k : best;
    }
    double value = imputed.value(first + best);
    return new Cell(
        column,
        value,
        imputed.standardError(first + best),
        !Double.isNaN(batch.features().valueAt(row, first)),
        column.kind() == Schema.Kind.CATEGORICAL ? column.levels().get(best) : column.text(value));
  }

  private Cell label(Schema.Column column) {
    double label = batch.labels().valueAt(row, schema.targets().indexOf(column.name()));
    boolean observed = !Double.isNaN(label);
    return new Cell(column, label, Double.NaN, observed, observed ? column.text(label) : "");
  }
}
