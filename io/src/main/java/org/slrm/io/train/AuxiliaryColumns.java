package org.slrm.io.train;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.slrm.Trainer;
import org.slrm.io.Table;
import org.slrm.io.column.ReadReport;
import org.slrm.io.column.Schema;
import org.slrm.io.column.Selection;
import org.slrm.method.LabelKind;

/**
 * Columns known in training only: read as targets, fitted beside them, and absent from the model.
 *
 * @param columns their names, in which a star stands for any characters
 */
record AuxiliaryColumns(List<String> columns) {
  private static final String NOTE = "known in training only";

  boolean given() {
    return !columns.isEmpty();
  }

  private int[] targets(Table table, boolean auxiliary) {
    Set<String> named = Selection.named(columns, table.targetNames());
    return IntStream.range(0, table.targetNames().size())
        .filter(t -> named.contains(table.targetNames().get(t)) == auxiliary)
        .toArray();
  }

  /** A trainer with the auxiliary columns of a table. */
  Trainer in(Trainer trainer, Table table, List<LabelKind> kinds) {
    int[] more = targets(table, true);
    return more.length == 0
        ? trainer
        : trainer
            .labels(some(kinds, targets(table, false)))
            .auxiliaryTargets(table.labels().selectColumns(more), some(kinds, more));
  }

  private static List<LabelKind> some(List<LabelKind> kinds, int[] which) {
    return IntStream.of(which).mapToObj(kinds::get).toList();
  }

  /** The table as if they had been ignored. */
  Table without(Table table) {
    if (!given()) {
      return table;
    }
    Set<String> named = Selection.named(columns, table.targetNames());
    List<Schema.Column> left = new ArrayList<>();
    List<ReadReport.ReadColumn> read = new ArrayList<>();
    for (ReadReport.ReadColumn c : table.report().columns()) {
      ReadReport.ReadColumn each = named.contains(c.column().name()) ? ignored(c) : c;
      read.add(each);
      left.add(each.column());
    }
    ReadReport r = table.report();
    return new Table(
        table.features(),
        table.labels().selectColumns(targets(table, false)),
        table.weights(),
        new Schema(left, table.schema().na()),
        new ReadReport(r.file(), r.format(), r.rows(), read, r.notes()),
        table.carried());
  }

  private static ReadReport.ReadColumn ignored(ReadReport.ReadColumn c) {
    Schema.Column column =
        new Schema.Column(
            c.column().name(), Schema.Kind.IGNORED, Schema.Role.FEATURE, List.of(), null);
    return new ReadReport.ReadColumn(
        column, c.missing(), c.missingShare(), c.tokens(), c.unseen(), NOTE);
  }
}
