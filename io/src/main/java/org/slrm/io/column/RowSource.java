package org.slrm.io.column;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slrm.io.source.InputException;

/**
 * Rows of a file, batch by batch, encoded by a schema; columns are found by name. Memory does not
 * grow with the file. Each record gives one row.
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

  /** Names of the targets of the schema that are columns of the file. */
  List<String> labelled();

  /** Names of the columns whose original text is stored; empty unless requested. */
  default List<String> rawColumns() {
    return List.of();
  }

  /**
   * The next rows; null at the end.
   *
   * @throws InputException if the file is invalid
   */
  @Nullable RowBatch next();

  /** Maximum number of entries in memory. */
  default long maxEntries() {
    return Long.MAX_VALUE;
  }

  /** The report of the rows read so far; absent and extra columns are complete from the start. */
  ReadReport report();

  @Override
  void close();
}
