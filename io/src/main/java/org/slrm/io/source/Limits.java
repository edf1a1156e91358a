package org.slrm.io.source;

/**
 * Limits of the contents of a file, proportional to its size on disk, so that small files cannot
 * use much memory; listed in docs/data.md. The size of an uncopied stream is 0.
 *
 * @param fileSize bytes on disk
 */
public record Limits(long fileSize) {
  private static final int LINE = 1 << 24;
  private static final int MAX_LINE = 1 << 28;
  private static final int COLUMNS = 100_000;
  private static final long CELLS = 5_000_000;

  /** Maximum characters of a line, or of a cell of CSV. */
  public int line() {
    return (int) Math.min(MAX_LINE, LINE + 2 * fileSize);
  }

  /** Maximum columns of a table. */
  public int columns() {
    return (int) Math.min(Integer.MAX_VALUE - 64, COLUMNS + fileSize / 16);
  }

  /** Maximum observed entries of a Parquet table, which can have less than a bit per cell. */
  public long packedCells() {
    return 2 * CELLS + 8 * fileSize;
  }

  /**
   * Maximum entries of a LIBSVM or sparse ARFF table, including absent zeros: at most 24 bytes
   * each.
   */
  public long impliedCells() {
    return CELLS + 2 * fileSize / 5;
  }

  public InputException tooManyColumns(String file) {
    return InputException.of("must have at most " + columns() + " columns for its size").file(file);
  }
}
