package org.slrm.cli.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.SlrmModel;
import org.slrm.Trainer;
import org.slrm.cli.option.DataOptions;
import org.slrm.cli.output.CommandException;
import org.slrm.cli.output.ForeignText;
import org.slrm.cli.output.ReadableText;
import org.slrm.data.IncompleteMatrix;
import org.slrm.io.Table;
import org.slrm.io.Tables;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.Schema;
import org.slrm.method.LabelKind;
import org.slrm.result.Folds;

/**
 * Rows to fit and, if asked for, rows held out.
 *
 * @param x features
 * @param y labels
 * @param weights row weights, null when all are 1
 * @param heldOutX features held out, null without
 * @param heldOutY their labels
 */
record Training(
    IncompleteMatrix x,
    IncompleteMatrix y,
    double @Nullable [] weights,
    @Nullable IncompleteMatrix heldOutX,
    @Nullable IncompleteMatrix heldOutY) {

  /** Reads a file to fit and refuses what nothing can be learned from. */
  static Table read(String data, ReadOptions options) {
    Table table = Tables.read(data, options);
    int[] labels = table.labels().statistics().known();
    List<Long> known = Arrays.stream(labels).mapToObj(n -> (long) n).toList();
    check(data, table.schema(), table.rows(), table.features().known(), known);
    return table;
  }

  /**
   * Refuses what nothing can be learned from.
   *
   * @param known known entries of the features
   * @param labels known labels of each target
   */
  static void check(String data, Schema schema, long rows, long known, List<Long> labels) {
    if (schema.targets().isEmpty()) {
      throw CommandException.usage(
          "--target must name the column to predict; "
              + data
              + " has "
              + ReadableText.some(schema.featureNames(), 12));
    }
    if (schema.features().isEmpty()) {
      throw CommandException.input(data + ": must have a column to predict from, has none");
    }
    if (rows < 2) {
      throw CommandException.input(data + ": must have at least 2 rows, has " + rows);
    }
    if (known == 0) {
      throw CommandException.input(data + ": must have a known entry, every one is missing");
    }
    for (int t = 0; t < labels.size(); t++) {
      if (labels.get(t) < 2) {
        throw CommandException.input(
            data
                + ", column \""
                + ForeignText.word(schema.targets().get(t))
                + "\": a target must be known in at least 2 rows, is in "
                + labels.get(t));
      }
    }
  }

  /** Holds out a share of the rows or the rows of another file. */
  static Training split(
      Table table,
      List<LabelKind> kinds,
      @Nullable String heldOut,
      DataOptions reading,
      long seed) {
    if (heldOut == null) {
      return new Training(table.features(), table.labels(), table.weights(), null, null);
    }
    Double share = share(heldOut);
    if (share != null) {
      return fraction(table, kinds, share, seed);
    }
    ReadOptions options = reading.over(ReadOptions.DEFAULT).build();
    Table other = heldOut(Tables.read(heldOut, options, table.schema()), heldOut);
    return new Training(
        table.features(), table.labels(), table.weights(), other.features(), other.labels());
  }

  /** The share that the value of --validation is, null if it is a file. */
  static @Nullable Double share(String heldOut) {
    if (!heldOut.matches("[0-9]*\\.?[0-9]+") || Files.exists(Path.of(heldOut))) {
      return null;
    }
    double share = Double.parseDouble(heldOut);
    if (!(share > 0 && share < 1)) {
      throw CommandException.usage(
          "--validation must be a share between 0 and 1 or a file, got " + share);
    }
    return share;
  }

  /** Refuses rows without a label. */
  static Table heldOut(Table rows, String name) {
    if (rows.labels().known() == 0) {
      throw CommandException.input(name + ": must have a known label to validate with");
    }
    return rows;
  }

  private static Training fraction(Table table, List<LabelKind> kinds, double share, long seed) {
    int[] order = Folds.shuffled(table.rows(), seed);
    int cut = Math.max(1, Math.min(order.length - 2, (int) Math.round(share * order.length)));
    boolean[] held = new boolean[order.length];
    Arrays.stream(order, 0, cut).forEach(i -> held[i] = true);
    for (int t = 0; t < kinds.size(); t++) {
      if (kinds.get(t) == LabelKind.CLASSES) {
        keepClasses(table, t, held);
      }
    }
    int[] out = IntStream.range(0, held.length).filter(i -> held[i]).toArray();
    int[] in = IntStream.range(0, held.length).filter(i -> !held[i]).toArray();
    double[] w = table.weights();
    return new Training(
        table.features().selectRows(in),
        table.labels().selectRows(in),
        w == null ? null : Arrays.stream(in).mapToDouble(i -> w[i]).toArray(),
        table.features().selectRows(out),
        table.labels().selectRows(out));
  }

  /** A row of a class that would have none to learn from is not held out. */
  private static void keepClasses(Table table, int t, boolean[] held) {
    boolean[] learned = new boolean[table.schema().target(t).levels().size()];
    for (int i = 0; i < held.length; i++) {
      double label = table.labels().valueAt(i, t);
      if (!held[i] && !Double.isNaN(label)) {
        learned[(int) label] = true;
      }
    }
    for (int i = 0; i < held.length; i++) {
      double label = table.labels().valueAt(i, t);
      if (held[i] && !Double.isNaN(label) && !learned[(int) label]) {
        held[i] = false;
        learned[(int) label] = true;
      }
    }
  }

  int labelledRows() {
    int n = 0;
    for (int i = 0; i < y.rows(); i++) {
      n += y.observed(i) > 0 ? 1 : 0;
    }
    return n;
  }

  SlrmModel fit(Trainer trainer) {
    Trainer ready = weights == null ? trainer : trainer.weights(weights);
    if (heldOutX != null && heldOutY != null) {
      ready = ready.validation(heldOutX, heldOutY);
    }
    return ready.fit(x, y);
  }
}
