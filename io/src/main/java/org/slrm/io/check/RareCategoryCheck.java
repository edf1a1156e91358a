package org.slrm.io.check;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.io.Table;
import org.slrm.io.column.Schema;

/** Categories with one row each, counted over all rows. */
final class RareCategoryCheck {
  private static final int SHOWN = 5;

  private RareCategoryCheck() {}

  static List<DataWarning> of(Table table) {
    Schema schema = table.schema();
    int[] rows = rows(table.features());
    List<DataWarning> out = new ArrayList<>();
    for (int c = 0; c < schema.columns().size(); c++) {
      Schema.Column column = schema.columns().get(c);
      if (column.kind() == Schema.Kind.CATEGORICAL && column.width() > 0) {
        int first = schema.firstFeature(c);
        List<String> once =
            IntStream.range(0, column.levels().size())
                .filter(k -> rows[first + k] == 1)
                .mapToObj(k -> Words.quoted(column.levels().get(k)))
                .toList();
        if (!once.isEmpty()) {
          out.add(warning(column, once));
        }
      }
    }
    return out;
  }

  /** By feature, in how many rows it is 1. */
  private static int[] rows(IncompleteMatrix x) {
    int[] out = new int[x.columns()];
    for (int e = 0; e < x.known(); e++) {
      out[x.column(e)] += x.value(e) == 1 ? 1 : 0;
    }
    return out;
  }

  private static DataWarning warning(Schema.Column column, List<String> once) {
    String message =
        Words.quoted(column.name())
            + " has "
            + Words.count(once.size(), "category", "categories")
            + (once.size() == 1 ? " with one row (" : " with one row each (")
            + Words.some(once, SHOWN)
            + "), of which nothing can be learned and checked: join "
            + (once.size() == 1 ? "it" : "them")
            + " with others, or --ignore the column";
    return new DataWarning(DataWarning.RARE, column.name(), once.size(), message);
  }
}
