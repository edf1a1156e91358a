package org.slrm.io.score;

import java.util.List;
import org.slrm.io.check.DataWarning;
import org.slrm.io.column.ReadReport;
import org.slrm.io.shift.ShiftWarnings;

/**
 * Treatment of new rows that differ from the training rows: absent and extra columns, ragged rows,
 * unseen levels.
 *
 * <pre>{@code
 * RowSource rows = named.rows(List.of(Map.of("colour", "mauve")), Mismatch.STRICT); // refused
 * }</pre>
 */
public enum Mismatch {
  /** Accept differences. */
  ACCEPT,
  /** Report differences. */
  WARN,
  /** Reject differences. */
  STRICT;

  /**
   * Warnings about the rows read so far: absent and extra columns, unseen levels, notes on the
   * file. Empty if differences are accepted.
   */
  public List<DataWarning> warnings(ReadReport report) {
    return this == ACCEPT ? List.of() : ShiftWarnings.ofInput(report);
  }
}
