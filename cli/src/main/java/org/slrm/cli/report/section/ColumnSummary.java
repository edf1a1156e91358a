package org.slrm.cli.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.slrm.io.column.ReadReport;
import org.slrm.io.column.Schema;
import org.slrm.io.column.Schema.Role;

/**
 * A column as it was read.
 *
 * @param name its name in the file
 * @param kind its kind, as text
 * @param missingShare fraction of its entries that are missing, between 0 and 1; NaN if unknown
 * @param note tokens taken as missing, warnings; may be empty
 */
public record ColumnSummary(String name, String kind, double missingShare, String note) {
  /** The columns of a table that was read. */
  public static List<ColumnSummary> of(ReadReport report) {
    List<ColumnSummary> out = new ArrayList<>();
    for (ReadReport.ReadColumn c : report.columns()) {
      // Cells of ignored columns were not read.
      double missing = c.column().kind() == Schema.Kind.IGNORED ? Double.NaN : c.missingShare();
      out.add(new ColumnSummary(c.column().name(), kind(c.column()), missing, note(c)));
    }
    return out;
  }

  private static String kind(Schema.Column c) {
    String kind = c.kind().name().toLowerCase(Locale.ROOT);
    String role = c.role() == Role.FEATURE ? "" : c.role() == Role.TARGET ? "target, " : "weight, ";
    return role
        + (c.kind() == Schema.Kind.CATEGORICAL
            ? kind + ", " + c.levels().size() + " levels"
            : kind);
  }

  private static String note(ReadReport.ReadColumn c) {
    List<String> parts = new ArrayList<>();
    if (!c.tokens().isEmpty()) {
      parts.add(
          "missing: "
              + String.join(
                  ", ",
                  c.tokens().entrySet().stream()
                      .limit(4)
                      .map(
                          e -> (e.getKey().isEmpty() ? "empty" : e.getKey()) + " × " + e.getValue())
                      .toList()));
    }
    if (c.note() != null) {
      parts.add(c.note());
    }
    return String.join("; ", parts);
  }
}
