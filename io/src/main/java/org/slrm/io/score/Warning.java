package org.slrm.io.score;

import java.util.ArrayList;
import java.util.List;
import org.slrm.io.column.ReadReport;
import org.slrm.io.column.Schema;

/**
 * Something about new rows that differs from those a model was fitted to.
 *
 * <pre>{@code
 * Warning.of(source.report(), Mismatch.WARN).forEach(w -> System.err.println(w.message()));
 * }</pre>
 *
 * @param code {@link #INPUT} or {@link #UNSEEN_LEVEL}
 * @param column the column it is about, empty where it is about the rows as a whole
 * @param value the level, empty without one
 * @param count how often it came, 1 for the rows as a whole
 * @param message all of it in words
 */
public record Warning(String code, String column, String value, long count, String message) {
  /** About the rows as a whole: absent and extra columns, ragged rows. */
  public static final String INPUT = "input";

  /** A level the model has not seen, taken as missing. */
  public static final String UNSEEN_LEVEL = "unseen-level";

  /** What there is to say of rows read so far; nothing where differences are accepted. */
  public static List<Warning> of(ReadReport report, Mismatch mode) {
    List<Warning> out = new ArrayList<>();
    if (mode == Mismatch.ACCEPT) {
      return out;
    }
    report.notes().forEach(note -> out.add(new Warning(INPUT, "", "", 1, note)));
    for (ReadReport.Column c : report.columns()) {
      boolean target = c.column().role() == Schema.Role.TARGET;
      c.unseen()
          .forEach((level, count) -> out.add(unseen(c.column().name(), target, level, count)));
    }
    return out;
  }

  private static Warning unseen(String column, boolean target, String level, long count) {
    String message =
        "column \""
            + column
            + (target ? "\": class \"" : "\": level \"")
            + level
            + "\" is not known to the model, "
            + (target ? "its rows do not count: " : "taken as missing in ")
            + count
            + (count == 1 ? " row" : " rows");
    return new Warning(UNSEEN_LEVEL, column, level, count, message);
  }
}
