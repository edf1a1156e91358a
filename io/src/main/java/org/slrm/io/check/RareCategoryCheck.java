package org.slrm.io.check;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.io.Table;
import org.slrm.io.column.Schema;

/** Finds categories with one row. */
final class RareCategoryCheck {
  private static final int MAX_NAMED = 20;

  private RareCategoryCheck() {}

  static List<DataWarning> of(Table table) {
    Schema schema = table.schema();
    int[] rows = rows(table.features());
    List<DataWarning> out = new ArrayList<>();
    for (int c = 0; c < schema.columns().size(); c++) {
      Schema.Column column = schema.columns().get(c);
      if (column.kind() == Schema.Kind.CATEGORICAL && column.width() > 0) {
        int first = schema.firstFeature(c);
        List<String> rare =
            IntStream.range(0, column.levels().size())
                .filter(k -> rows[first + k] == 1)
                .mapToObj(column.levels()::get)
                .toList();
        if (!rare.isEmpty()) {
          List<String> named = List.copyOf(rare.subList(0, Math.min(MAX_NAMED, rare.size())));
          out.add(
              DataWarning.of(DataWarning.RARE, column.name(), rare.size()).with("levels", named));
        }
      }
    }
    return out;
  }

  /** Number of rows in which each feature is 1. */
  private static int[] rows(IncompleteMatrix x) {
    int[] out = new int[x.columns()];
    for (int e = 0; e < x.known(); e++) {
      out[x.column(e)] += x.value(e) == 1 ? 1 : 0;
    }
    return out;
  }
}
