package org.slrm.io.check;

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
 * @param table the table to learn from, without identifiers
 * @param warnings what there is to know about it, the gravest first
 */
public record CheckedTable(Table table, List<DataWarning> warnings) {
  /** Copies the list. */
  public CheckedTable {
    warnings = List.copyOf(warnings);
  }
}
