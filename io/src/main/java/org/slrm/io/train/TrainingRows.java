package org.slrm.io.train;

import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.SlrmModel;
import org.slrm.Trainer;
import org.slrm.io.Table;
import org.slrm.io.Tables;
import org.slrm.io.column.MapRecords;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.Schema;
import org.slrm.io.source.InputException;
import org.slrm.method.LabelKind;

/**
 * Training rows and, if requested, held-out rows.
 *
 * @param table training rows
 * @param columns their groups or times
 * @param heldOut held-out rows, null without
 * @param heldOutColumns their groups or times, none for separate rows
 */
record TrainingRows(
    Table table, SplitColumns columns, @Nullable Table heldOut, SplitColumns heldOutColumns) {
  private static final String ABSENT = "not in the fit";

  /** Training rows without held-out rows. */
  TrainingRows(Table table, SplitColumns columns) {
    this(table, columns, null, SplitColumns.NONE);
  }

  /**
   * Holds out rows.
   *
   * @param option the option's name, for messages
   * @param reading how files are read
   */
  TrainingRows split(
      List<LabelKind> kinds, String option, HoldOut rows, ReadOptions reading, long seed) {
    if (rows instanceof HoldOut.Fraction f) {
      return fraction(kinds, f.fraction(), seed);
    }
    return new TrainingRows(
        table, columns, others(option, rows, reading, table.schema()), SplitColumns.NONE);
  }

  /** Separate held-out rows, null without. */
  static @Nullable Table others(String option, HoldOut rows, ReadOptions reading, Schema schema) {
    if (rows instanceof HoldOut.File f) {
      return labelled(option, Tables.read(f.name(), reading.layout(), schema), f.name());
    }
    if (rows instanceof HoldOut.Records r) {
      return labelled(option, Tables.read(r.rows(), reading.layout(), schema), MapRecords.NAME);
    }
    if (rows instanceof HoldOut.Rows r) {
      return labelled(option, alike(r.table(), schema), r.table().report().file());
    }
    return null;
  }

  /** A table without the columns that checks have excluded from the training rows. */
  private static Table alike(Table other, Schema schema) {
    Set<String> excluded =
        schema.columns().stream()
            .filter(c -> c.kind() == Schema.Kind.IGNORED)
            .map(Schema.Column::name)
            .collect(Collectors.toSet());
    Table out = other.without(excluded, ABSENT);
    if (!out.schema().equals(schema)) {
      throw new IllegalArgumentException(
          ("a table of held-out rows must have the columns of the rows to fit, got %s for" + " %s")
              .formatted(other.schema(), schema));
    }
    return out;
  }

  /** Rejects rows without a label, given by an option. */
  private static Table labelled(String option, Table rows, String name) {
    if (rows.labels().known() == 0) {
      throw InputException.of(option + " needs rows with a known label, and none has one")
          .file(name);
    }
    return rows;
  }

  private TrainingRows fraction(List<LabelKind> kinds, double fraction, long seed) {
    boolean[] held = columns.part(table.rows(), fraction, seed);
    for (int t = 0; t < kinds.size(); t++) {
      if (kinds.get(t).isClassification()) {
        requireClasses(t, held);
      }
    }
    int[] out = IntStream.range(0, held.length).filter(i -> held[i]).toArray();
    int[] in = IntStream.range(0, held.length).filter(i -> !held[i]).toArray();
    return new TrainingRows(table.rows(in), columns.rows(in), table.rows(out), columns.rows(out));
  }

  /** Ensures that the fit has a row of each class; an exception if that would divide a group. */
  private void requireClasses(int t, boolean[] held) {
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
        if (columns.given()) {
          throw InputException.of(
              ("class \"%s\" of \"%s\": must be in a row to learn from, is in rows held"
                      + " out only")
                  .formatted(
                      InputException.shown(table.schema().target(t).levels().get((int) label)),
                      InputException.shown(table.schema().targets().get(t))));
        }
        held[i] = false;
        learned[(int) label] = true;
      }
    }
  }

  int labelledRows() {
    return (int)
        IntStream.range(0, table.rows()).filter(i -> table.labels().observed(i) > 0).count();
  }

  /** These rows with class weights for the training rows. */
  TrainingRows weighted(ClassWeights weights, List<LabelKind> kinds) {
    return new TrainingRows(weights.in(table, kinds), columns, heldOut, heldOutColumns);
  }

  /** Other tables with the same rows. */
  TrainingRows with(UnaryOperator<Table> change) {
    Table held = heldOut;
    return new TrainingRows(
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
