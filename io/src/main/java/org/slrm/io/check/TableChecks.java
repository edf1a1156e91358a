package org.slrm.io.check;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.slrm.io.Table;
import org.slrm.io.column.ReadOptions;

/**
 * Runs all checks of training tables.
 *
 * <pre>{@code
 * CheckedTable checked = TableChecks.of(Tables.read("houses.csv", options), options);
 * checked.warnings().forEach(w -> System.err.println(w.message()));
 * }</pre>
 */
public final class TableChecks {
  /** Maximum number of listed columns per warning; other columns are counted. */
  private static final int MAX_PER_CODE = 50;

  private static final List<Function<TableColumns, List<DataWarning>>> CHECKS =
      List.of(
          LeakCheck::of,
          MissingCodeCheck::of,
          ExtremeLabelCheck::of,
          FewValuesCheck::of,
          NearlyConstantCheck::of);

  private TableChecks() {}

  /**
   * Checks a table and removes text that differs in nearly every row.
   *
   * @param table the table
   * @param options read options; {@code keep} and {@code categorical} name columns that are not
   *     identifiers
   */
  public static CheckedTable of(Table table, ReadOptions options) {
    CheckedTable identified = Identifiers.checked(table, options);
    TableColumns columns = TableColumns.of(identified.table(), options);
    List<DataWarning> out = new ArrayList<>();
    CHECKS.forEach(check -> add(check.apply(columns), out));
    add(RareCategoryCheck.of(identified.table()), out);
    add(NaLevelCheck.of(identified.table(), options), out);
    add(identified.warnings(), out);
    return new CheckedTable(identified.table(), out);
  }

  /** Adds warnings of one code; warnings beyond a limit are merged. */
  public static void add(List<DataWarning> sameCode, List<DataWarning> out) {
    sameCode.stream().limit(MAX_PER_CODE).forEach(out::add);
    int more = sameCode.size() - MAX_PER_CODE;
    if (more > 0) {
      out.add(DataWarning.of(sameCode.get(0).code(), "", more).with(DataWarning.MORE, more));
    }
  }
}
