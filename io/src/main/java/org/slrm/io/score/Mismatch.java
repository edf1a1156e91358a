package org.slrm.io.score;

/**
 * What to do with new rows that differ from those a model was fitted to: absent and extra columns,
 * ragged rows, unseen levels.
 *
 * <pre>{@code
 * RowSource rows = named.rows(List.of(Map.of("colour", "mauve")), Mismatch.STRICT); // refused
 * }</pre>
 */
public enum Mismatch {
  /** Take them as they are. */
  ACCEPT,
  /** Say what differs. */
  WARN,
  /** Refuse them. */
  STRICT
}
