package org.slrm.io.score;

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
  /** Refuse them. */
  STRICT
}
