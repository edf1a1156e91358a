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
 * @param columns groups or times of the training rows
 * @param heldOut held-out rows; null if none
 * @param heldOutColumns groups or times of the held-out rows; empty for separate rows
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
   * @param option name of the option, for messages
   * @param reading options of reading files
   */
  TrainingRows split(
      List<LabelKind> kinds, String option, HoldOut rows, ReadOptions reading, long seed) {
    if (rows instanceof HoldOut.Fraction f) {
      return fraction(kinds, f.fraction(), seed);
    }
    return new TrainingRows(
        table, columns, separate(option, rows, reading, table.schema()), SplitColumns.NONE);
  }

  /** Separate held-out rows; null if there are none. */
  static @Nullable Table separate(String option, HoldOut rows, ReadOptions reading, Schema schema) {
    if (rows instanceof HoldOut.File f) {
      return labelled(option, Tables.read(f.name(), reading.layout(), schema), f.name());
    }
    if (rows instanceof HoldOut.Records r) {
      return labelled(option, Tables.read(r.rows(), reading.layout(), schema), MapRecords.NAME);
    }
    if (rows instanceof HoldOut.Rows r) {
      return labelled(option, withoutExcluded(r.table(), schema), r.table().report().file());
    }
    return null;
  }

  /** A table without the columns that are excluded from the training rows. */
  private static Table withoutExcluded(Table other, Schema schema) {
    Set<String> excluded =
        schema.columns().stream()
            .filter(c -> c.kind() == Schema.Kind.IGNORED)
            .map(Schema.Column::name)
            .collect(Collectors.toSet());
    Table out = other.without(excluded, ABSENT);
    if (!out.schema().equals(schema)) {
      throw new IllegalArgumentException(
          ("a table of held-out rows must have the columns of the training rows, got %s for %s")
              .formatted(other.schema(), schema));
    }
    return out;
  }

  /** Rejects held-out rows if none has a label. */
  private static Table labelled(String option, Table rows, String name) {
    if (rows.labels().known() == 0) {
      throw InputException.of(option + " requires labelled rows, but no row has a label")
          .file(name);
    }
    return rows;
  }

  private TrainingRows fraction(List<LabelKind> kinds, double fraction, long seed) {
    boolean[] isHeldOut = columns.part(table.rows(), fraction, seed);
    for (int t = 0; t < kinds.size(); t++) {
      if (kinds.get(t).isClassification()) {
        requireClasses(t, isHeldOut);
      }
    }
    int[] out = IntStream.range(0, isHeldOut.length).filter(i -> isHeldOut[i]).toArray();
    int[] in = IntStream.range(0, isHeldOut.length).filter(i -> !isHeldOut[i]).toArray();
    return new TrainingRows(table.rows(in), columns.rows(in), table.rows(out), columns.rows(out));
  }

  /** Moves rows so that training rows contain each class; groups cannot be divided. */
  private void requireClasses(int t, boolean[] isHeldOut) {
    boolean[] inTraining = new boolean[table.schema().target(t).levels().size()];
    for (int i = 0; i < isHeldOut.length; i++) {
      double label = table.labels().valueAt(i, t);
      if (!isHeldOut[i] && !Double.isNaN(label)) {
        inTraining[(int) label] = true;
      }
    }
    for (int i = 0; i < isHeldOut.length; i++) {
      double label = table.labels().valueAt(i, t);
      if (isHeldOut[i] && !Double.isNaN(label) && !inTraining[(int) label]) {
        if (columns.given()) {
          throw InputException.of(
              ("class \"%s\" of \"%s\": must be in the training rows, is in held-out rows"
                      + " only")
                  .formatted(
                      InputException.shown(table.schema().target(t).levels().get((int) label)),
                      InputException.shown(table.schema().targets().get(t))));
        }
        isHeldOut[i] = false;
        inTraining[(int) label] = true;
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

  /** These rows with transformed tables. */
  TrainingRows with(UnaryOperator<Table> transform) {
    Table held = heldOut;
    return new TrainingRows(
        transform.apply(table),
        columns,
        held == null ? null : transform.apply(held),
        heldOutColumns);
  }

  SlrmModel fit(Trainer trainer) {
    double[] weights = table.weights();
    Trainer configured = columns.in(weights == null ? trainer : trainer.weights(weights));
    if (heldOut != null) {
      configured = configured.validation(heldOut.features(), heldOut.labels());
    }
    return configured.fit(table.features(), table.labels());
  }
}
