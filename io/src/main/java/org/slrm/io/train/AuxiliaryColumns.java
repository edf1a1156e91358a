package org.slrm.io.train;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.slrm.Trainer;
import org.slrm.io.Table;
import org.slrm.io.column.Selection;
import org.slrm.method.LabelKind;

/**
 * Columns observed in training only: fitted as additional targets and absent from the model.
 *
 * @param columns their names; * is a wildcard
 */
record AuxiliaryColumns(List<String> columns) {
  private static final String NOTE = "observed in training only";

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
    int[] auxiliary = targets(table, true);
    return auxiliary.length == 0
        ? trainer
        : trainer
            .labels(subset(kinds, targets(table, false)))
            .auxiliaryTargets(table.labels().selectColumns(auxiliary), subset(kinds, auxiliary));
  }

  private static List<LabelKind> subset(List<LabelKind> kinds, int[] indices) {
    return IntStream.of(indices).mapToObj(kinds::get).toList();
  }

  /** The table without these columns. */
  Table without(Table table) {
    return given() ? table.without(Selection.named(columns, table.targetNames()), NOTE) : table;
  }
}
