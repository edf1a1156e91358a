package org.slrm.io.check;

import java.util.List;
import java.util.stream.Stream;
import org.slrm.io.Table;

/**
 * A table with the warnings of its checks.
 *
 * <pre>{@code
 * CheckedTable checked = TableChecks.of(table, options);
 * SlrmModel model = Slrm.fit(checked.table().features(), checked.table().labels());
 * }</pre>
 *
 * @param table the table to fit, without text that identifies rows
 * @param warnings warnings, the most serious first
 */
public record CheckedTable(Table table, List<DataWarning> warnings) {
  public CheckedTable {
    warnings = List.copyOf(warnings);
  }

  /** The warnings with a part of the table. */
  public CheckedTable with(Table part) {
    return new CheckedTable(part, warnings);
  }

  /** The table with these warnings after more serious ones. */
  public CheckedTable and(List<DataWarning> moreSerious) {
    return new CheckedTable(table, Stream.concat(moreSerious.stream(), warnings.stream()).toList());
  }
}
