package org.slrm.io.score;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slrm.io.column.RowBatch;
import org.slrm.io.column.RowSource;
import org.slrm.io.column.Schema;
import org.slrm.io.format.TableWriter;
import org.slrm.io.source.InputException;

/**
 * A table with imputed missing cells and unchanged observed cells: all columns of the file in their
 * order, then the columns that only the model has.
 *
 * <pre>{@code
 * ImputedTable table = new ImputedTable(source, schema, false, ImputedTable.Range.ANY, null);
 * TableWriter to = TableFormat.CSV.writer(Files.newOutputStream(path));
 * to.begin(table.columns(false));
 * table.write(batch.rawCells().get(0).cells(), named.impute(batch).get(0), false, to);
 * }</pre>
 */
public final class ImputedTable {
  private final Schema schema;
  private final List<String> labelled;
  private final boolean decimalComma;
  private final Predicate<String> missing;
  private final Range range;

  /** Names in output order, and the position of each among the file's cells or -1. */
  private final List<String> names = new ArrayList<>();

  private final List<Integer> positions = new ArrayList<>();
  private final Map<String, Integer> cellOf = new HashMap<>();
  private long imputed;

  /**
   * A table for rows that were read with the original text of every cell.
   *
   * @param id the first output column; null for the order of the file
   */
  public ImputedTable(
      RowSource rows, Schema schema, boolean decimalComma, Range range, @Nullable String id) {
    this.schema = schema;
    this.labelled = rows.labelled();
    this.decimalComma = decimalComma;
    this.missing = rows.schema().missing(decimalComma);
    this.range = range;
    List<String> file = rows.rawColumns();
    if (id != null) {
      if (!file.contains(id)) {
        throw InputException.of("the column named by --id must be in the file")
            .file(rows.report().file())
            .value(id);
      }
      add(id, file.indexOf(id));
    }
    for (int k = 0; k < file.size(); k++) {
      if (!file.get(k).equals(id)) {
        add(file.get(k), k);
      }
    }
    List<Schema.Column> imputable = ImputedCells.columns(schema, labelled);
    for (int c = 0; c < imputable.size(); c++) {
      cellOf.put(imputable.get(c).name(), c);
      if (!file.contains(imputable.get(c).name())) {
        add(imputable.get(c).name(), -1);
      }
    }
  }

  private void add(String name, int position) {
    names.add(name);
    positions.add(position);
  }

  /**
   * Limits of imputed numbers from the observed cells of their columns.
   *
   * @param low the smallest observed value of each feature
   * @param high the largest observed value of each feature
   * @param integer whether imputed values of the feature must be integers
   */
  public record Range(double[] low, double[] high, boolean[] integer) {
    /** No limits. */
    public static final Range ANY = new Range(new double[0], new double[0], new boolean[0]);

    /**
     * Limits from the observed entries of all rows.
     *
     * @param limits whether numbers stay between the smallest and the largest observed one
     * @param integers whether integer columns get integers
     */
    public static Range of(RowSource rows, boolean limits, boolean integers) {
      int features = rows.schema().features().size();
      double[] low = new double[features];
      double[] high = new double[features];
      boolean[] integer = new boolean[features];
      Arrays.fill(low, Double.POSITIVE_INFINITY);
      Arrays.fill(high, Double.NEGATIVE_INFINITY);
      Arrays.fill(integer, true);
      for (RowBatch batch = rows.next(); batch != null; batch = rows.next()) {
        for (int k = 0; k < batch.features().known(); k++) {
          int j = batch.features().column(k);
          double v = batch.features().value(k);
          low[j] = Math.min(low[j], v);
          high[j] = Math.max(high[j], v);
          integer[j] &= v == Math.rint(v);
        }
      }
      for (int j = 0; j < features; j++) {
        integer[j] &= integers && low[j] <= high[j];
      }
      return limits
          ? new Range(low, high, integer)
          : new Range(new double[0], new double[0], integer);
    }

    private boolean isInteger(int feature) {
      return feature < integer.length && integer[feature];
    }

    /** The nearest number within the limits; unchanged without observed entries. */
    double within(int feature, double value) {
      double nearest =
          feature >= low.length || low[feature] > high[feature]
              ? value
              : Math.max(low[feature], Math.min(high[feature], value));
      return isInteger(feature) ? Math.rint(nearest) + 0.0 : nearest;
    }
  }

  /** Number of cells imputed so far. */
  public long imputed() {
    return imputed;
  }

  /** The output columns; columns of standard errors, if requested, get unused names. */
  public List<TableWriter.OutputColumn> columns(boolean withErrors) {
    List<TableWriter.OutputColumn> out = new ArrayList<>();
    Set<String> used = new HashSet<>(names);
    for (String name : names) {
      Schema.Column column = column(name);
      boolean numeric = column != null && column.kind() == Schema.Kind.NUMERIC;
      out.add(
          numeric ? TableWriter.OutputColumn.number(name) : TableWriter.OutputColumn.text(name));
      if (withErrors && column != null && column.width() > 0) {
        out.add(TableWriter.OutputColumn.number(name + "_error").withUnusedName(used));
      }
    }
    return out;
  }

  private Schema.@Nullable Column column(String name) {
    return cellOf.containsKey(name) ? schema.columns().get(schema.indexOf(name)) : null;
  }

  /** Writes a row, given as the text of its cells, with imputed values for missing cells. */
  public void write(List<String> row, ImputedCells complete, boolean withErrors, TableWriter to)
      throws IOException {
    List<ImputedCells.Cell> cells = complete.cells(labelled);
    for (int k = 0; k < names.size(); k++) {
      Integer cellIndex = cellOf.get(names.get(k));
      String text = positions.get(k) < 0 ? "" : row.get(positions.get(k));
      if (cellIndex == null) {
        to.text(text);
        continue;
      }
      ImputedCells.Cell cell = cells.get(cellIndex);
      boolean feature = cell.column().width() > 0;
      boolean impute = feature && !cell.observed() && missing.test(text);
      if (impute) {
        writeImputed(cell, to);
        imputed++;
      } else if (cell.column().kind() == Schema.Kind.NUMERIC) {
        to.number(cell.observed() ? cell.value() : Double.NaN, text);
      } else {
        to.text(text);
      }
      if (withErrors && feature) {
        to.number(impute ? cell.standardError() : 0);
      }
    }
    to.endRow();
  }

  private void writeImputed(ImputedCells.Cell cell, TableWriter to) {
    Schema.Column column = cell.column();
    if (column.kind() == Schema.Kind.CATEGORICAL) {
      to.text(cell.text());
      return;
    }
    int feature = schema.firstFeature(schema.indexOf(column.name()));
    double value = range.within(feature, cell.value());
    boolean integer = range.isInteger(feature) && Math.abs(value) < 1L << 53;
    String text = integer ? Long.toString((long) value) : column.text(value);
    if (column.kind() == Schema.Kind.NUMERIC) {
      boolean commas = decimalComma && column.format() == null;
      to.number(value, commas ? text.replace('.', ',') : text);
    } else {
      to.text(text);
    }
  }
}
