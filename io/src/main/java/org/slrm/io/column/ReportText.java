package org.slrm.io.column;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.slrm.io.cell.FixedPoint;

/** Formats a report as text: a table of columns, where similar columns are merged if many. */
final class ReportText {
  private static final int MAX_NAME = 40;
  private static final int TOKENS_SHOWN = 4;

  private ReportText() {}

  static List<String> lines(ReadReport report, int limit) {
    List<String> out = new ArrayList<>();
    out.add(
        "%s: %s rows, %s columns (%s)"
            .formatted(
                report.file(),
                FixedPoint.count(report.rows()),
                FixedPoint.count(report.columns().size()),
                report.format()));
    List<String[]> cells = new ArrayList<>();
    cells.add(new String[] {"column", "kind", "missing", "taken as missing", "note"});
    if (report.columns().size() <= limit) {
      report.columns().forEach(c -> cells.add(row(c)));
    } else {
      groups(report).values().forEach(group -> cells.add(row(group)));
    }
    out.addAll(aligned(cells));
    out.addAll(report.notes());
    return out;
  }

  /** Merges features of the same kind and note. */
  private static Map<String, List<ReadReport.ReadColumn>> groups(ReadReport report) {
    Map<String, List<ReadReport.ReadColumn>> groups = new LinkedHashMap<>();
    for (ReadReport.ReadColumn c : report.columns()) {
      boolean mergeable = c.unseen().isEmpty() && c.column().role() == Schema.Role.FEATURE;
      String key = mergeable ? c.column().kind() + " " + c.note() : c.column().name();
      groups.computeIfAbsent(key, k -> new ArrayList<>()).add(c);
    }
    return groups;
  }

  private static String[] row(List<ReadReport.ReadColumn> group) {
    ReadReport.ReadColumn first = group.get(0);
    if (group.size() == 1) {
      return row(first);
    }
    ReadReport.ReadColumn last = group.get(group.size() - 1);
    double low = group.stream().mapToDouble(ReadReport.ReadColumn::missingShare).min().orElse(0);
    double high = group.stream().mapToDouble(ReadReport.ReadColumn::missingShare).max().orElse(0);
    Map<String, Long> tokens = new LinkedHashMap<>();
    group.forEach(c -> c.tokens().forEach((t, n) -> tokens.merge(t, n, Long::sum)));
    return new String[] {
      "%s: %s … %s"
          .formatted(
              group.size(), shortened(first.column().name()), shortened(last.column().name())),
      kinds(group),
      first.column().kind() == Schema.Kind.IGNORED
          ? ""
          : low == high ? percent(low) : percent(low) + " to " + percent(high),
      tokens(tokens),
      note(first)
    };
  }

  private static String[] row(ReadReport.ReadColumn c) {
    String fraction = c.column().kind() == Schema.Kind.IGNORED ? "" : percent(c.missingShare());
    return new String[] {
      shortened(c.column().name()), kind(c), fraction, tokens(c.tokens()), note(c)
    };
  }

  private static String kinds(List<ReadReport.ReadColumn> group) {
    var levels = group.stream().mapToInt(c -> c.column().levels().size()).summaryStatistics();
    boolean equal = levels.getMin() == levels.getMax();
    return group.get(0).column().kind() != Schema.Kind.CATEGORICAL || equal
        ? kind(group.get(0))
        : "categorical (" + levels.getMin() + " to " + levels.getMax() + ")";
  }

  private static String kind(ReadReport.ReadColumn c) {
    String kind = Names.lower(c.column().kind());
    String role = c.column().role() == Schema.Role.FEATURE ? "" : Names.lower(c.column().role());
    String levels =
        c.column().kind() == Schema.Kind.CATEGORICAL ? " (" + c.column().levels().size() + ")" : "";
    boolean classification =
        c.column().kind() == Schema.Kind.CATEGORICAL && c.column().role() == Schema.Role.TARGET;
    return role.isEmpty()
        ? kind + levels
        : role + ", " + (classification ? "classes" + levels : kind);
  }

  private static String note(ReadReport.ReadColumn c) {
    String note = c.note() == null ? "" : c.note();
    if (c.unseen().isEmpty()) {
      return note;
    }
    String treated = c.column().fractions().isEmpty() ? "treated as missing" : "average of levels";
    return "levels unknown to the model, " + treated + ": " + tokens(c.unseen());
  }

  private static String tokens(Map<String, Long> tokens) {
    String shown =
        tokens.entrySet().stream()
            .limit(TOKENS_SHOWN)
            .map(e -> (e.getKey().isEmpty() ? "empty" : e.getKey()) + " ×" + e.getValue())
            .collect(Collectors.joining(", "));
    return tokens.size() > TOKENS_SHOWN ? shown + ", …" : shown;
  }

  private static String percent(double fraction) {
    return fraction == 0 ? "0 %" : FixedPoint.plain(100 * fraction, 2) + " %";
  }

  private static String shortened(String name) {
    return name.length() > MAX_NAME ? name.substring(0, MAX_NAME - 1) + "…" : name;
  }

  private static List<String> aligned(List<String[]> cells) {
    int[] widths = new int[5];
    for (String[] row : cells) {
      for (int k = 0; k < row.length; k++) {
        widths[k] = Math.max(widths[k], row[k].length());
      }
    }
    List<String> out = new ArrayList<>();
    for (String[] row : cells) {
      StringBuilder line = new StringBuilder(" ");
      for (int k = 0; k < row.length; k++) {
        line.append(' ').append(row[k]).append(" ".repeat(widths[k] - row[k].length())).append(' ');
      }
      out.add(line.toString().stripTrailing());
    }
    return out;
  }
}
