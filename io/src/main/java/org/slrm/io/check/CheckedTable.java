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
 * @param table the training table without text identifiers
 * @param warnings warnings, the most serious first
 */
public record CheckedTable(Table table, List<DataWarning> warnings) {
  public CheckedTable {
    warnings = List.copyOf(warnings);
  }

  /** These warnings with a part of the table. */
  public CheckedTable with(Table part) {
    return new CheckedTable(part, warnings);
  }

  /** This table with more serious warnings before these. */
  public CheckedTable and(List<DataWarning> moreSerious) {
    return new CheckedTable(table, Stream.concat(moreSerious.stream(), warnings.stream()).toList());
  }
}
