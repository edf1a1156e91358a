package org.slrm.io.check;

import java.util.ArrayList;
import java.util.List;
import org.slrm.io.Table;
import org.slrm.io.column.ReadOptions;

/**
 * All that is looked for in a table before it is learned from.
 *
 * <pre>{@code
 * CheckedTable checked = TableChecks.of(Tables.read("houses.csv", options), options);
 * checked.warnings().forEach(w -> System.err.println(w.message()));
 * }</pre>
 */
public final class TableChecks {
  /** Columns beyond this many with the same warning are counted, not listed. */
  private static final int MAX_ALIKE = 50;

  private static final List<TableCheck> CHECKS =
      List.of(
          new LeakCheck(),
          new MissingCodeCheck(),
          new ExtremeLabelCheck(),
          new FewValuesCheck(),
          new NearlyConstantCheck());

  private TableChecks() {}

  /**
   * Looks at a table, without text that differs in nearly every row.
   *
   * @param table a table as read
   * @param options how it was read: {@code keep} and {@code categorical} name columns that are no
   *     identifiers
   */
  public static CheckedTable of(Table table, ReadOptions options) {
    CheckedTable used = Identifiers.checked(table, options);
    TableColumns columns = TableColumns.of(used.table(), options);
    List<DataWarning> out = new ArrayList<>();
    CHECKS.forEach(check -> add(check.of(columns), out));
    add(RareCategoryCheck.of(used.table()), out);
    add(NaLevelCheck.of(used.table(), options), out);
    add(used.warnings(), out);
    return new CheckedTable(used.table(), out);
  }

  /** Adds warnings of one code to others, at most a given number of them. */
  public static void add(List<DataWarning> alike, List<DataWarning> out) {
    int most = Math.min(MAX_ALIKE, alike.size());
    out.addAll(alike.subList(0, most));
    int more = alike.size() - most;
    if (more > 0) {
      String code = alike.get(0).code();
      out.add(DataWarning.of(code, "", more, DataWarning.MORE, more));
    }
  }
}
