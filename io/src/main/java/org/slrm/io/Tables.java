package org.slrm.io;

import java.nio.file.Path;

/**
 * Reads files. A name is a path, or {@code -} for standard input; gzip is recognised by content.
 *
 * <pre>{@code
 * Table t = Tables.read("data.csv.gz", ReadOptions.builder().target("y").build());
 * RowSource rows = Tables.open("-", ReadOptions.DEFAULT, t.schema());
 * }</pre>
 */
public final class Tables {
  private Tables() {}

  /**
   * The whole file as a table, kinds found by looking at every cell.
   *
   * @throws InputException where the file breaks a rule
   */
  public static Table read(String name, ReadOptions options) {
    throw new UnsupportedOperationException("not yet");
  }

  /** The whole file as a table. */
  public static Table read(Path file, ReadOptions options) {
    return read(file.toString(), options);
  }

  /**
   * The whole file encoded by a schema, for evaluation and validation files: as {@link #open}, in
   * one piece.
   */
  public static Table read(String name, ReadOptions options, Schema schema) {
    throw new UnsupportedOperationException("not yet");
  }

  /**
   * The file's rows by a model's schema.
   *
   * @throws InputException where the file breaks a rule
   */
  public static RowSource open(String name, ReadOptions options, Schema schema) {
    throw new UnsupportedOperationException("not yet");
  }

  /**
   * The file's rows with every column numeric but those ignored, for streams without a model: kinds
   * cannot be found before the rows are read.
   *
   * @throws InputException where the file breaks a rule
   */
  public static RowSource openNumeric(String name, ReadOptions options) {
    throw new UnsupportedOperationException("not yet");
  }
}
