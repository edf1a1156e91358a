package org.slrm.io.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.io.Table;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.Schema;
import org.slrm.method.LabelKind;
import org.slrm.result.Folds;

/**
 * The columns of a table, without indicators; large tables are sampled.
 *
 * @param features the columns of features
 * @param targets the columns of targets
 * @param kinds label kinds of the targets
 * @param rows increasing indices of the sampled rows
 * @param tokens the file's tokens for missing values
 */
public record TableColumns(
    List<CheckedColumn> features,
    List<CheckedColumn> targets,
    List<LabelKind> kinds,
    int[] rows,
    Set<String> tokens) {
  private static final int MAX_CELLS = 8_000_000;
  private static final int MIN_ROWS = 2_000;
  private static final int MAX_ROWS = 50_000;

  /**
   * One column.
   *
   * @param column its name and kind
   * @param values one value per row; NaN if missing; positions of levels in a categorical column
   */
  public record CheckedColumn(Schema.Column column, double[] values) {
    /** Its name. */
    public String name() {
      return column.name();
    }

    /** Whether it holds categories. */
    public boolean categorical() {
      return column.kind() == Schema.Kind.CATEGORICAL;
    }

    /** The observed values in the order of the rows. */
    public double[] observed() {
      return Arrays.stream(values).filter(v -> !Double.isNaN(v)).toArray();
    }

    /** The observed values in ascending order. */
    public double[] sorted() {
      return Arrays.stream(values).filter(v -> !Double.isNaN(v)).sorted().toArray();
    }
  }

  /** The columns of a table. */
  public static TableColumns of(Table table, ReadOptions options) {
    Schema schema = table.schema();
    int[] rows = sample(table.rows(), schema.columns().size());
    List<CheckedColumn> features = new ArrayList<>();
    double[][] values = values(table.features(), schema, rows);
    for (int c = 0; c < values.length; c++) {
      if (schema.columns().get(c).width() > 0) {
        features.add(new CheckedColumn(schema.columns().get(c), values[c]));
      }
    }
    List<CheckedColumn> targets = new ArrayList<>();
    for (int t = 0; t < schema.targets().size(); t++) {
      int target = t;
      double[] labels =
          IntStream.of(rows).mapToDouble(i -> table.labels().valueAt(i, target)).toArray();
      targets.add(new CheckedColumn(schema.target(t), labels));
    }
    return new TableColumns(features, targets, schema.labelKinds(options), rows, tokens(table));
  }

  private static Set<String> tokens(Table table) {
    Set<String> out = new TreeSet<>();
    table.report().columns().forEach(c -> out.addAll(c.tokens().keySet()));
    out.remove("");
    return out;
  }

  private static int[] sample(int rows, int columns) {
    int limit = Math.max(MIN_ROWS, Math.min(MAX_ROWS, MAX_CELLS / Math.max(1, columns)));
    return rows <= limit
        ? IntStream.range(0, rows).toArray()
        : Arrays.stream(Folds.shuffled(rows, 1)).limit(limit).sorted().toArray();
  }

  private static double[][] values(IncompleteMatrix x, Schema schema, int[] rows) {
    double[][] out = new double[schema.columns().size()][];
    for (int c = 0; c < out.length; c++) {
      out[c] = new double[schema.columns().get(c).width() > 0 ? rows.length : 0];
      Arrays.fill(out[c], Double.NaN);
    }
    for (int i = 0; i < rows.length; i++) {
      for (int e = x.rowStart(rows[i]); e < x.rowStart(rows[i] + 1); e++) {
        int feature = x.column(e);
        int c = schema.features().get(feature).column();
        boolean indicator = schema.columns().get(c).kind() == Schema.Kind.CATEGORICAL;
        if (!indicator) {
          out[c][i] = x.value(e);
        } else if (x.value(e) == 1) {
          out[c][i] = feature - schema.firstFeature(c);
        }
      }
    }
    return out;
  }
}
