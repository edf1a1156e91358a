package org.slrm.io;

import java.util.Arrays;
import java.util.List;
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
 * @param features encoded features, absent meaning missing
 * @param labels one column per target; without targets, no columns
 * @param weights row weights, null without a weight column
 * @param schema the columns and how they were encoded
 * @param report what was read
 * @param carried the columns that {@link ReadOptions#carried} asked for, as text
 */
public record Table(
    IncompleteMatrix features,
    IncompleteMatrix labels,
    double @Nullable [] weights,
    Schema schema,
    ReadReport report,
    List<CellColumn> carried) {
  /** Copies the list. */
  public Table {
    carried = List.copyOf(carried);
  }

  /** Some of the rows; the report stays that of the whole file. */
  public Table rows(int[] which) {
    double[] w = weights;
    return new Table(
        features.selectRows(which),
        labels.selectRows(which),
        w == null ? null : Arrays.stream(which).mapToDouble(i -> w[i]).toArray(),
        schema,
        report,
        carried.stream().map(column -> column.rows(which)).toList());
  }

  /** One of the columns that are carried along. */
  public CellColumn carried(String name) {
    return carried.stream()
        .filter(column -> column.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no column is carried along as " + name));
  }

  /** Number of rows. */
  public int rows() {
    return features.rows();
  }

  /** Names of the features. */
  public List<String> featureNames() {
    return schema.featureNames();
  }

  /** Names of the targets. */
  public List<String> targetNames() {
    return schema.targets();
  }
}
