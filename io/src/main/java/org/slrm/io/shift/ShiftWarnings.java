package org.slrm.io.shift;

import java.util.ArrayList;
import java.util.List;
import org.slrm.io.check.DataWarning;
import org.slrm.io.check.Words;
import org.slrm.io.column.ReadReport;
import org.slrm.io.column.Schema;

/** Warnings about differences of new rows from the training rows. */
public final class ShiftWarnings {
  private ShiftWarnings() {}

  static DataWarning outside(ColumnShift s) {
    Schema.Column column = s.before().column();
    double farthest = s.max() - s.before().max() > s.before().min() - s.min() ? s.max() : s.min();
    return DataWarning.of(DataWarning.OUT_OF_RANGE, column.name(), s.outside())
        .with("low", text(column, s.before().min()))
        .with("high", text(column, s.before().max()))
        .with("farthest", text(column, farthest))
        .with("widths", s.beyond())
        .with("clamped", s.clamped())
        .with("dropped", s.dropped());
  }

  private static String text(Schema.Column column, double v) {
    boolean numeric = column.kind() == Schema.Kind.NUMERIC;
    return numeric ? Words.number(v) : column.text(v);
  }

  static DataWarning auxiliary(ColumnShift s) {
    String name = s.before().column().name();
    return DataWarning.of(DataWarning.AUXILIARY_COLUMN, name, s.before().missing());
  }

  static DataWarning missing(ColumnShift s) {
    String name = s.before().column().name();
    double training = s.before().missing();
    return DataWarning.of(DataWarning.MISSINGNESS_SHIFT, name, s.missing())
        .with("training", training);
  }

  static DataWarning correlation(HiddenEntries.Result training, HiddenEntries.Result newRows) {
    return DataWarning.of(DataWarning.CORRELATION_SHIFT, "", newRows.mean() / training.mean())
        .with("error", newRows.mean())
        .with("training", training.mean());
  }

  static DataWarning patterns(double fraction, int patterns) {
    return DataWarning.of(DataWarning.NEW_PATTERNS, "", fraction).with("patterns", patterns);
  }

  /** Warnings about a file of new rows: its notes, absent and extra columns, unseen levels. */
  public static List<DataWarning> ofInput(ReadReport report) {
    List<DataWarning> out = new ArrayList<>();
    report
        .notes()
        .forEach(n -> out.add(DataWarning.of(DataWarning.INPUT, "", 1).with("message", n)));
    columns(DataWarning.ABSENT_COLUMNS, report.differences().absent(), out);
    columns(DataWarning.EXTRA_COLUMNS, report.differences().extra(), out);
    out.addAll(unseen(report));
    return out;
  }

  private static void columns(String code, List<String> names, List<DataWarning> out) {
    if (!names.isEmpty()) {
      out.add(DataWarning.of(code, "", names.size()).with("columns", names));
    }
  }

  static List<DataWarning> unseen(ReadReport report) {
    List<DataWarning> out = new ArrayList<>();
    for (ReadReport.ReadColumn c : report.columns()) {
      long rows = c.unseen().values().stream().mapToLong(n -> n).sum();
      if (rows > 0) {
        out.add(
            DataWarning.of(DataWarning.UNSEEN_LEVELS, c.column().name(), rows)
                .with("target", c.column().role() == Schema.Role.TARGET)
                .with("averaged", !c.column().fractions().isEmpty())
                .with("levels", List.copyOf(c.unseen().keySet()))
                .with("counts", List.copyOf(c.unseen().values())));
      }
    }
    return out;
  }
}
