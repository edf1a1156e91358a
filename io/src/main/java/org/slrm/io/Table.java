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
 * A file as data to fit: encoded features, labels, and what was read.
 *
 * <pre>{@code
 * Table t = Tables.read(Path.of("houses.csv"), ReadOptions.builder().target("price").build());
 * SlrmModel model = Slrm.fit(t.features(), t.labels());
 * }</pre>
 *
 * @param features encoded features; absent entries are missing
 * @param labels one column per target; without targets, no columns
 * @param weights row weights, null without a weight column
 * @param schema the columns and how they were encoded
 * @param report what was read
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

  /** Some of the rows, with the report of the whole file. */
  public Table rows(int[] which) {
    double[] w = weights;
    return new Table(
        features.selectRows(which),
        labels.selectRows(which),
        w == null ? null : Arrays.stream(which).mapToDouble(i -> w[i]).toArray(),
        schema,
        report,
        rawCells.stream().map(column -> column.rows(which)).toList());
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
   * The table without some of its columns, as if they had been ignored.
   *
   * @param names columns of features or targets
   * @param note text about them for the report
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
