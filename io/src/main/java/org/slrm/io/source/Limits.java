package org.slrm.io.source;

/**
 * What a file may ask for, in proportion to its size on disk, so that a small one cannot take the
 * memory of a large one; stated in docs/data.md. Standard input that is not kept counts as empty.
 *
 * @param fileSize bytes on disk
 */
public record Limits(long fileSize) {
  private static final int LINE = 1 << 24;
  private static final int LONGEST_LINE = 1 << 28;
  private static final int COLUMNS = 100_000;
  private static final long CELLS = 5_000_000;

  /** Characters of a line, or of a cell of CSV. */
  public int line() {
    return (int) Math.min(LONGEST_LINE, LINE + 2 * fileSize);
  }

  /** Columns of a table. */
  public int columns() {
    return (int) Math.min(Integer.MAX_VALUE - 64, COLUMNS + fileSize / 16);
  }

  /** Known entries of a table of Parquet, whose columns may take less than a bit for a cell. */
  public long packedCells() {
    return 2 * CELLS + 8 * fileSize;
  }

  /**
   * Entries of a table of LIBSVM or sparse ARFF, zeros that it leaves out among them: 24 bytes each
   * at the most.
   */
  public long impliedCells() {
    return CELLS + 2 * fileSize / 5;
  }

  public InputException tooManyColumns(String file) {
    return InputException.of("must have at most " + columns() + " columns for its size").file(file);
  }
}
