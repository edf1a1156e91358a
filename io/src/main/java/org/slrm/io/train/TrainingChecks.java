package org.slrm.io.train;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.io.Table;
import org.slrm.io.cache.RowCache;
import org.slrm.io.check.Words;
import org.slrm.io.column.ReadReport;
import org.slrm.io.column.Schema;
import org.slrm.io.source.InputException;

/**
 * Rejects data to which no model can be fitted.
 *
 * @param data name of the data, for messages
 */
record TrainingChecks(String data, Schema schema) {
  private static final int SHOWN = 12;

  /** Number of classes that is always allowed. */
  private static final int FEW_CLASSES = 20;

  /**
   * Checks a table.
   *
   * @param data name of the table, for messages
   */
  static void of(String data, Table table) {
    TrainingChecks checks = new TrainingChecks(data, table.schema());
    int[] labels = table.labels().statistics().known();
    checks.counts(
        table.rows(),
        table.features().known(),
        Arrays.stream(labels).mapToObj(n -> (long) n).toList());
    for (int t = 0; t < labels.length; t++) {
      checks.varies(t, Stream.of(table.labels()));
      checks.classes(t, labels[t], Stream.of(table.labels()));
    }
  }

  /** Checks rows in blocks. */
  static void of(RowCache rows) {
    TrainingChecks checks = new TrainingChecks(rows.report().file(), rows.schema());
    List<Long> labels =
        rows.report().columns().stream()
            .filter(c -> c.column().role() == Schema.Role.TARGET)
            .map(ReadReport.ReadColumn::missing)
            .map(missing -> rows.rows() - missing)
            .toList();
    checks.counts(rows.rows(), rows.known(), labels);
    Supplier<Stream<IncompleteMatrix>> blocks =
        () -> IntStream.range(0, rows.blocks()).mapToObj(k -> rows.read(k).y());
    for (int t = 0; t < labels.size(); t++) {
      checks.varies(t, blocks.get());
      checks.classes(t, labels.get(t), blocks.get());
    }
  }

  private static DoubleStream distinct(int t, Stream<IncompleteMatrix> labels) {
    return labels
        .flatMapToDouble(y -> IntStream.range(0, y.rows()).mapToDouble(i -> y.valueAt(i, t)))
        .filter(v -> !Double.isNaN(v))
        .distinct();
  }

  /**
   * Rejects a target with nearly as many classes as rows, which is probably numeric; a fit would be
   * slow and could not predict it.
   */
  private void classes(int t, long rows, Stream<IncompleteMatrix> labels) {
    // Declared classes may be absent from the rows, so classes in the rows are counted.
    int declared = schema.target(t).levels().size();
    if (declared <= FEW_CLASSES || 2L * declared <= rows) {
      return;
    }
    long classes = distinct(t, labels).count();
    if (classes > FEW_CLASSES && 2 * classes > rows) {
      throw InputException.of(
              "has %s classes in %s labelled rows, and most classes have a single row"
                  .formatted(classes, rows))
          .file(data)
          .column(schema.targets().get(t))
          .hint("use --label numeric for a numeric target");
    }
  }

  /** Rejects a constant target. */
  private void varies(int t, Stream<IncompleteMatrix> labels) {
    double[] values = distinct(t, labels).limit(2).toArray();
    if (values.length == 1) {
      String value = schema.target(t).text(values[0]).replaceAll("\\.0$", "");
      throw target(t, "must vary, but all observed labels are " + value)
          .hint("name another column by --target, or add rows with other labels");
    }
  }

  /**
   * Rejects a table with too little data.
   *
   * @param observed observed entries of the features
   * @param labels observed labels of each target
   */
  private void counts(long rows, long observed, List<Long> labels) {
    if (schema.targets().isEmpty()) {
      throw new IllegalArgumentException(
          "--target must name the column to predict; %s has %s"
              .formatted(
                  data,
                  Words.firstAndLast(
                      schema.featureNames().stream().map(InputException::shown).toList(), SHOWN)));
    }
    if (schema.features().isEmpty()) {
      throw InputException.of("must have a column to predict from, has none").file(data);
    }
    if (rows < 2) {
      throw InputException.of("must have at least 2 rows, has " + rows).file(data);
    }
    if (observed == 0) {
      throw InputException.of("must have an observed entry, but all are missing").file(data);
    }
    for (int t = 0; t < labels.size(); t++) {
      if (labels.get(t) < 2) {
        throw target(t, "must be observed in at least 2 rows, is in " + labels.get(t))
            .hint("label more rows, or name another column by --target");
      }
    }
  }

  private InputException target(int t, String rule) {
    return InputException.of("a target " + rule).file(data).column(schema.targets().get(t));
  }

  /**
   * Rejects weights that leave a target without a labelled row.
   *
   * @param column name of the weight column
   */
  static void weights(String data, Table table, String column) {
    double[] w = table.weights();
    for (int t = 0; w != null && t < table.labels().columns(); t++) {
      int target = t;
      boolean any =
          IntStream.range(0, w.length)
              .anyMatch(i -> w[i] > 0 && !Double.isNaN(table.labels().valueAt(i, target)));
      if (!any) {
        throw InputException.of(
                "must leave a row with an observed \""
                    + table.targetNames().get(t)
                    + "\" a weight above 0")
            .file(data)
            .column(column);
      }
    }
  }
}
