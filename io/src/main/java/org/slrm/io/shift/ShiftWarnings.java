package org.slrm.io.shift;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.slrm.io.cell.FixedPoint;
import org.slrm.io.cell.ShellWord;
import org.slrm.io.check.DataWarning;
import org.slrm.io.check.Words;
import org.slrm.io.column.ReadReport;
import org.slrm.io.column.Schema;

/** What is said of new rows that differ from those at training. */
final class ShiftWarnings {
  private static final int SHOWN = 5;

  /** How far outside, in widths of the range, is worth a number. */
  private static final double WORTH_SAYING = 0.5;

  private ShiftWarnings() {}

  static DataWarning outside(ColumnShift s) {
    Schema.Column column = s.before().column();
    double by = s.beyond();
    double farthest = s.max() - s.before().max() > s.before().min() - s.min() ? s.max() : s.min();
    String far =
        by > WORTH_SAYING && by < Double.POSITIVE_INFINITY
            ? ", " + times(by) + " times the width of that range outside"
            : "";
    String message =
        Words.quoted(column.name())
            + " is outside the training range ("
            + text(column, s.before().min())
            + " to "
            + text(column, s.before().max())
            + ") in "
            + Words.percent(s.outside())
            + " of its new values, as far as "
            + text(column, farthest)
            + far
            + limited(s)
            + ": predictions there are uncertain; check units and codes";
    return new DataWarning(DataWarning.OUT_OF_RANGE, column.name(), s.outside(), message);
  }

  /** What the model makes of entries outside, of a model that limits them. */
  private static String limited(ColumnShift s) {
    return s.clamped() + s.dropped() == 0
        ? ""
        : " ("
            + Words.count(s.clamped(), "entry", "entries")
            + " clamped, "
            + FixedPoint.count(s.dropped())
            + " treated as missing)";
  }

  private static String times(double by) {
    return by < 10 ? String.format(Locale.ROOT, "%.2g", by) : Words.number(Math.rint(by));
  }

  private static String text(Schema.Column column, double v) {
    boolean plain = column.kind() == Schema.Kind.NUMERIC;
    return plain ? Words.number(v) : column.text(v);
  }

  static DataWarning trainOnly(ColumnShift s) {
    String name = s.before().column().name();
    String message =
        Words.quoted(name)
            + " is known in none of the new rows, but was in "
            + Words.percent(1 - s.before().missing())
            + " of the training rows: if it never will be, fit without it ("
            + ShellWord.option("--ignore", name)
            + ")";
    return new DataWarning(DataWarning.TRAIN_ONLY, name, s.before().missing(), message);
  }

  static DataWarning missing(ColumnShift s) {
    String name = s.before().column().name();
    String message =
        Words.quoted(name)
            + " is missing in "
            + Words.percent(s.missing())
            + " of the new rows, at training in "
            + Words.percent(s.before().missing())
            + ": intervals may not hold; fit with rows like the new ones, labelled or not";
    return new DataWarning(DataWarning.MISSING_MOVED, name, s.missing(), message);
  }

  static DataWarning subspace(HiddenEntries.Result then, HiddenEntries.Result now) {
    double ratio = now.mean() / then.mean();
    String message =
        String.format(
            Locale.ROOT,
            "columns no longer move together as at training: an entry is %.2g times as far from"
                + " what the rest of its row tells (%.2g of its column's spread, at training %.2g):"
                + " fit again with rows like these",
            ratio,
            now.mean(),
            then.mean());
    return new DataWarning(DataWarning.SUBSPACE_MOVED, "", ratio, message);
  }

  static DataWarning patterns(long rows, double share, int known) {
    String message =
        Words.percent(share)
            + " of the new rows have a missingness pattern that no training row had ("
            + Words.count(known, "pattern was", "patterns were")
            + " seen): check their errors with evaluate";
    return new DataWarning(DataWarning.NEW_PATTERNS, "", share, message);
  }

  static List<DataWarning> unseen(ReadReport report) {
    List<DataWarning> out = new ArrayList<>();
    for (ReadReport.Column c : report.columns()) {
      long rows = c.unseen().values().stream().mapToLong(n -> n).sum();
      if (rows > 0) {
        List<String> levels = c.unseen().entrySet().stream().map(ShiftWarnings::times).toList();
        boolean target = c.column().role() == Schema.Role.TARGET;
        String message =
            Words.quoted(c.column().name())
                + " has "
                + (target ? "classes" : "levels")
                + " that training rows did not have, in "
                + Words.rows(rows)
                + ": "
                + Words.some(levels, SHOWN)
                + (target ? ". Their rows do not count" : ". They count as missing")
                + ": fit again with such rows";
        out.add(new DataWarning(DataWarning.UNSEEN_LEVELS, c.column().name(), rows, message));
      }
    }
    return out;
  }

  private static String times(Map.Entry<String, Long> level) {
    return Words.quoted(level.getKey()) + " × " + level.getValue();
  }
}
