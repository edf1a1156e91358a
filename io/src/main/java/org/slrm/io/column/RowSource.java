package org.slrm.io.column;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slrm.io.source.InputException;

/**
 * Rows of a file, batch by batch, encoded by a schema; columns are found by name. Memory does not
 * grow with the file. One row out per row in.
 *
 * <pre>{@code
 * try (RowSource rows = Tables.open("new.csv", ReadOptions.DEFAULT, schema)) {
 *   for (RowBatch batch = rows.next(); batch != null; batch = rows.next()) {
 *     Predictions p = model.predict(batch.features());
 *   }
 *   rows.report().notes().forEach(System.err::println);
 * }
 * }</pre>
 */
public interface RowSource extends AutoCloseable {
  /** The schema of the encoding. */
  Schema schema();

  /** The targets of the schema that the file has. */
  List<String> labelled();

  /** Names of the columns whose original text is stored; empty unless requested. */
  default List<String> rawColumns() {
    return List.of();
  }

  /**
   * The next rows, null at the end.
   *
   * @throws InputException where the file breaks a rule
   */
  @Nullable RowBatch next();

  /** Maximum number of entries in memory, given what was read so far. */
  default long maxEntries() {
    return Long.MAX_VALUE;
  }

  /** What was read so far; absent and extra columns are complete from the start. */
  ReadReport report();

  @Override
  void close();
}
