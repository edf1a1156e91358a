package org.slrm.io.check;

import java.util.ArrayList;
import java.util.List;
import org.slrm.io.Table;

/**
 * A table that was looked at.
 *
 * <pre>{@code
 * CheckedTable checked = TableChecks.of(table, options);
 * SlrmModel model = Slrm.fit(checked.table().features(), checked.table().labels());
 * }</pre>
 *
 * @param table the table to learn from, without text that names the rows
 * @param warnings what there is to know about it, the gravest first
 */
public record CheckedTable(Table table, List<DataWarning> warnings) {
  /** Copies the list. */
  public CheckedTable {
    warnings = List.copyOf(warnings);
  }

  /** What was said of a table, for a part of it. */
  public CheckedTable with(Table part) {
    return new CheckedTable(part, warnings);
  }

  /** These warnings after others, which are graver. */
  public CheckedTable and(List<DataWarning> graver) {
    List<DataWarning> all = new ArrayList<>(graver);
    all.addAll(warnings);
    return new CheckedTable(table, all);
  }
}
