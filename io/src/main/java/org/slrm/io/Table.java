package org.slrm.io;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;
import org.slrm.io.column.CellColumn;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.ReadReport;
import org.slrm.io.column.Schema;

/**
 * A file as training data: encoded features, labels and a report of reading it.
 *
 * <pre>{@code
 * Table t = Tables.read(Path.of("houses.csv"), ReadOptions.builder().target("price").build());
 * SlrmModel model = Slrm.fit(t.features(), t.labels());
 * }</pre>
 *
 * @param features encoded features; absent entries are missing
 * @param labels one column per target; without targets, no columns
 * @param weights row weights; null without a weight column
 * @param schema the columns and how they were encoded
 * @param report the report of reading the file
 * @param rawCells original text of the columns requested by {@link ReadOptions#rawCells}
 */
public record Table(
    IncompleteMatrix features,
    IncompleteMatrix labels,
    double @Nullable [] weights,
    Schema schema,
    ReadReport report,
    List<CellColumn> rawCells) {
  public Table {
    rawCells = List.copyOf(rawCells);
  }

  /** A subset of the rows, with the report of the whole file. */
  public Table rows(int[] indices) {
    double[] w = weights;
    return new Table(
        features.selectRows(indices),
        labels.selectRows(indices),
        w == null ? null : Arrays.stream(indices).mapToDouble(i -> w[i]).toArray(),
        schema,
        report,
        rawCells.stream().map(column -> column.rows(indices)).toList());
  }

  /** A column of raw cells. */
  public CellColumn rawCells(String name) {
    return rawCells.stream()
        .filter(column -> column.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no raw cells of a column " + name));
  }

  /** Number of rows. */
  public int rows() {
    return features.rows();
  }

  /**
   * This table with some of its columns ignored.
   *
   * @param names columns of features or targets
   * @param note note on these columns for the report
   */
  public Table without(Set<String> names, String note) {
    List<ReadReport.ReadColumn> read =
        report.columns().stream()
            .map(c -> names.contains(c.column().name()) ? ignored(c, note) : c)
            .toList();
    List<Schema.Column> columns = read.stream().map(ReadReport.ReadColumn::column).toList();
    int[] inputs =
        IntStream.range(0, schema.features().size())
            .filter(j -> !names.contains(schema.columnOf(j)))
            .toArray();
    int[] targets =
        IntStream.range(0, schema.targets().size())
            .filter(t -> !names.contains(schema.targets().get(t)))
            .toArray();
    return new Table(
        inputs.length == features.columns() ? features : features.selectColumns(inputs),
        targets.length == labels.columns() ? labels : labels.selectColumns(targets),
        weights,
        new Schema(columns, schema.na()),
        new ReadReport(report.file(), report.format(), report.rows(), read, report.notes()),
        rawCells);
  }

  /** Names of the features. */
  public List<String> featureNames() {
    return schema.featureNames();
  }

  /** Names of the targets. */
  public List<String> targetNames() {
    return schema.targets();
  }

  private static ReadReport.ReadColumn ignored(ReadReport.ReadColumn c, String note) {
    Schema.Column column =
        Schema.Column.plain(c.column().name(), Schema.Kind.IGNORED, Schema.Role.FEATURE);
    return new ReadReport.ReadColumn(
        column, c.missing(), c.missingShare(), c.tokens(), c.unseen(), note);
  }
}
