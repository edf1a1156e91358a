package org.slrm.cli.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slrm.SlrmModel;
import org.slrm.Trainer;
import org.slrm.cli.option.DataOptions;
import org.slrm.cli.option.SplitColumns;
import org.slrm.cli.option.SplitOptions;
import org.slrm.cli.output.CommandException;
import org.slrm.cli.output.ForeignText;
import org.slrm.cli.output.ReadableText;
import org.slrm.data.IncompleteMatrix;
import org.slrm.io.Table;
import org.slrm.io.Tables;
import org.slrm.io.check.CheckedTable;
import org.slrm.io.check.OrderedRows;
import org.slrm.io.check.TableChecks;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.Schema;
import org.slrm.method.LabelKind;

/**
 * Rows to fit and, if asked for, rows held out.
 *
 * @param table rows to fit
 * @param columns what they are split by
 * @param heldOut rows held out, null without
 * @param heldOutColumns what these are split by, none for the rows of another file
 */
record Training(
    Table table, SplitColumns columns, @Nullable Table heldOut, SplitColumns heldOutColumns) {

  /** Reads a file to fit and refuses what nothing can be learned from. */
  static SplitOptions.Read read(String data, ReadOptions options, SplitOptions split) {
    SplitOptions.Read read = split.read(data, options);
    Table table = read.table();
    int[] labels = table.labels().statistics().known();
    List<Long> known = Arrays.stream(labels).mapToObj(n -> (long) n).toList();
    check(data, table.schema(), table.rows(), table.features().known(), known);
    for (int t = 0; t < labels.length; t++) {
      refuseConstant(data, table.schema(), t, Stream.of(table.labels()));
    }
    return read;
  }

  /** Refuses a target without variation: there is nothing to predict. */
  static void refuseConstant(String data, Schema schema, int t, Stream<IncompleteMatrix> labels) {
    double[] values =
        labels
            .flatMapToDouble(y -> IntStream.range(0, y.rows()).mapToDouble(i -> y.valueAt(i, t)))
            .filter(v -> !Double.isNaN(v))
            .distinct()
            .limit(2)
            .toArray();
    if (values.length == 1) {
      throw CommandException.input(
          data
              + ", column \""
              + ForeignText.word(schema.targets().get(t))
              + "\": a target must vary, but all known labels are "
              + schema.target(t).text(values[0]).replaceAll("\\.0$", "")
              + "; name another column by --target, or add rows with other labels");
    }
  }

  /** Looks at a table; rows that nobody says belong together may be in an order. */
  static CheckedTable checked(SplitOptions.Read read, ReadOptions options) {
    CheckedTable checked = TableChecks.of(read.table(), options);
    return read.columns().given() ? checked : checked.and(OrderedRows.in(checked.table(), options));
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
                + labels.get(t)
                + "; label more rows, or name another column by --target");
      }
    }
  }

  /**
   * Holds out a share of the rows or the rows of another file.
   *
   * @param option what asks for it, for messages
   * @param heldOut a share or a file, null for neither
   */
  static Training split(
      SplitOptions.Read read,
      List<LabelKind> kinds,
      String option,
      @Nullable String heldOut,
      DataOptions reading,
      long seed) {
    if (heldOut == null) {
      return new Training(read.table(), read.columns(), null, SplitColumns.NONE);
    }
    Double share = share(option, heldOut);
    if (share != null) {
      return fraction(read, kinds, share, seed);
    }
    ReadOptions options = reading.over(ReadOptions.DEFAULT).build();
    Table other = labelled(option, Tables.read(heldOut, options, read.table().schema()), heldOut);
    return new Training(read.table(), read.columns(), other, SplitColumns.NONE);
  }

  /** The share that an option's value is, null if it is a file. */
  static @Nullable Double share(String option, String heldOut) {
    if (!heldOut.matches("[0-9]*\\.?[0-9]+") || Files.exists(Path.of(heldOut))) {
      return null;
    }
    double share = Double.parseDouble(heldOut);
    if (!(share > 0 && share < 1)) {
      throw CommandException.usage(
          option + " must be a share between 0 and 1 or a file, got " + share);
    }
    return share;
  }

  /** Refuses rows without a label, given by an option. */
  static Table labelled(String option, Table rows, String name) {
    if (rows.labels().known() == 0) {
      throw CommandException.input(
          name + ": " + option + " needs rows with a known label, and none has one");
    }
    return rows;
  }

  private static Training fraction(
      SplitOptions.Read read, List<LabelKind> kinds, double share, long seed) {
    Table table = read.table();
    boolean[] held = read.columns().part(table.rows(), share, seed);
    for (int t = 0; t < kinds.size(); t++) {
      if (kinds.get(t) == LabelKind.CLASSES) {
        keepClasses(table, t, held, read.columns().given());
      }
    }
    int[] out = IntStream.range(0, held.length).filter(i -> held[i]).toArray();
    int[] in = IntStream.range(0, held.length).filter(i -> !held[i]).toArray();
    return new Training(
        table.rows(in), read.columns().rows(in), table.rows(out), read.columns().rows(out));
  }

  /**
   * A row of a class that would have none to learn from is not held out, unless that would put rows
   * apart that belong together.
   */
  private static void keepClasses(Table table, int t, boolean[] held, boolean together) {
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
        if (together) {
          throw CommandException.input(
              "class \""
                  + ForeignText.word(table.schema().target(t).levels().get((int) label))
                  + "\" of \""
                  + ForeignText.word(table.schema().targets().get(t))
                  + "\": must be in a row to learn from, is in rows held out only");
        }
        held[i] = false;
        learned[(int) label] = true;
      }
    }
  }

  int labelledRows() {
    int n = 0;
    for (int i = 0; i < table.rows(); i++) {
      n += table.labels().observed(i) > 0 ? 1 : 0;
    }
    return n;
  }

  /** The same of other tables with the same rows. */
  Training with(UnaryOperator<Table> change) {
    Table held = heldOut;
    return new Training(
        change.apply(table), columns, held == null ? null : change.apply(held), heldOutColumns);
  }

  SlrmModel fit(Trainer trainer) {
    double[] weights = table.weights();
    Trainer ready = columns.in(weights == null ? trainer : trainer.weights(weights));
    if (heldOut != null) {
      ready = ready.validation(heldOut.features(), heldOut.labels());
    }
    return ready.fit(table.features(), table.labels());
  }
}
