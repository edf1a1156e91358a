package org.slrm.cli.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slrm.cli.report.section.ColumnSummary;
import org.slrm.cli.report.section.RunProvenance;
import org.slrm.io.column.ReadReport;
import org.slrm.io.column.Schema;
import org.slrm.io.model.ModelFile;

/** The columns as read, for the report. */
final class ReportParts {
  private ReportParts() {}

  static RunProvenance provenance(ModelFile.Provenance p) {
    Map<String, String> more = new LinkedHashMap<>();
    more.put("Java", p.java());
    return new RunProvenance(
        p.command(),
        p.version(),
        p.seed(),
        p.files().stream().map(f -> new RunProvenance.SourceFile(f.name(), f.sha256())).toList(),
        more,
        null);
  }

  static List<ColumnSummary> columns(ReadReport report) {
    List<ColumnSummary> out = new ArrayList<>();
    for (ReadReport.ReadColumn c : report.columns()) {
      // Cells of ignored columns were not read.
      double missing = c.column().kind() == Schema.Kind.IGNORED ? Double.NaN : c.missingShare();
      out.add(new ColumnSummary(c.column().name(), kind(c.column()), missing, note(c)));
    }
    return out;
  }

  private static String kind(Schema.Column c) {
    String kind = c.kind().name().toLowerCase(java.util.Locale.ROOT);
    String role =
        c.role() == Schema.Role.FEATURE
            ? ""
            : c.role() == Schema.Role.TARGET ? "target, " : "weight, ";
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
