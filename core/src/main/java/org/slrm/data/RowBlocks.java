package org.slrm.data;

import java.util.stream.IntStream;

/**
 * Rows with labels that can be read block by block, in any order and as often as wanted, so that
 * they need not all be in memory. The blocks are numbered and follow each other. Read by one thread
 * at a time.
 *
 * <pre>{@code
 * RowBlocks rows = RowBlocks.of(x, y, 4096);
 * SlrmModel model = Slrm.with(SlrmConfig.defaults()).fit(rows);
 * }</pre>
 */
public interface RowBlocks {
  /** Number of features. */
  int features();

  /** Number of targets. */
  int targets();

  /** Number of rows in all blocks. */
  long rows();

  /** Rows with at least one known label. */
  long labelledRows();

  /** Known entries of the features in all blocks. */
  long known();

  /** Number of blocks. */
  int blocks();

  /** Reads a block. */
  Block read(int block);

  /**
   * Some rows that follow each other.
   *
   * @param firstRow number of the first of them, counted from 0 over all blocks
   * @param x features
   * @param y labels, an unknown one is a missing entry
   */
  record Block(long firstRow, IncompleteMatrix x, IncompleteMatrix y) {
    /** Checks that the parts fit. */
    public Block {
      Checks.equal("rows of the labels", y.rows(), "rows of the features", x.rows());
    }
  }

  /** The rows of tables in memory, so many to a block. */
  static RowBlocks of(IncompleteMatrix x, IncompleteMatrix y, int blockRows) {
    Checks.equal("rows of the labels", y.rows(), "rows of the features", x.rows());
    Checks.atLeast("blockRows", blockRows, 1);
    return new RowBlocks() {
      @Override
      public int features() {
        return x.columns();
      }

      @Override
      public int targets() {
        return y.columns();
      }

      @Override
      public long rows() {
        return x.rows();
      }

      @Override
      public long labelledRows() {
        return IntStream.range(0, y.rows()).filter(i -> y.observed(i) > 0).count();
      }

      @Override
      public long known() {
        return x.known();
      }

      @Override
      public int blocks() {
        return (int) ((x.rows() + (long) blockRows - 1) / blockRows);
      }

      @Override
      public Block read(int block) {
        int first = Checks.index("block", block, blocks()) * blockRows;
        int last = (int) Math.min(x.rows(), (long) first + blockRows);
        int[] rows = IntStream.range(first, last).toArray();
        return new Block(first, x.selectRows(rows), y.selectRows(rows));
      }
    };
  }
}
