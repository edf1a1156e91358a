package org.slrm.io.check;

import java.util.List;
import org.slrm.io.Table;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.ReadReport;
import org.slrm.io.column.Schema;

/** Finds text columns that are mostly NA, where NA may be a level that means "none". */
final class NaLevelCheck {
  private static final double MIN_FRACTION = 0.8;
  private static final String TOKEN = "NA";

  private NaLevelCheck() {}

  static List<DataWarning> of(Table table, ReadOptions options) {
    if (options.na() != null) {
      return List.of();
    }
    List<ReadReport.ReadColumn> columns = table.report().columns();
    boolean numbersToo =
        columns.stream().anyMatch(c -> c.column().kind() == Schema.Kind.NUMERIC && count(c) > 0);
    return columns.stream()
        .filter(c -> isText(c.column()) && count(c) >= MIN_FRACTION * table.report().rows())
        .map(
            c ->
                DataWarning.of(
                        DataWarning.NA_LEVEL,
                        c.column().name(),
                        (double) count(c) / table.report().rows())
                    .with("alsoInNumbers", numbersToo))
        .toList();
  }

  private static boolean isText(Schema.Column column) {
    boolean hasLevels =
        column.kind() == Schema.Kind.CATEGORICAL || column.kind() == Schema.Kind.BOOLEAN;
    return hasLevels && column.role() == Schema.Role.FEATURE;
  }

  private static long count(ReadReport.ReadColumn c) {
    return c.tokens().getOrDefault(TOKEN, 0L);
  }
}
