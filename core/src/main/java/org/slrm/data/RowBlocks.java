package org.slrm.data;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.check.Checks;

/**
 * Rows with labels that can be read block by block, in any order and repeatedly, so that they need
 * not all be in memory. The blocks are numbered and consecutive. Read by one thread at a time.
 *
 * <pre>{@code
 * RowBlocks rows = RowBlocks.of(x, y, 4096);
 * SlrmModel model = Slrm.with(LikelihoodConfig.defaults()).fit(rows);
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
   * Consecutive rows.
   *
   * @param firstRow number of the first of them, counted from 0 over all blocks
   * @param x features
   * @param y labels; an unknown one is a missing entry
   * @param weights row weights, above 0; null when all are 1
   */
  record Block(long firstRow, IncompleteMatrix x, IncompleteMatrix y, double @Nullable [] weights) {
    /** Checks that the parts fit and copies the weights. */
    public Block {
      Checks.equal("rows of the labels", y.rows(), "rows of the features", x.rows());
      if (weights != null) {
        Checks.equal("number of weights", weights.length, "rows of the features", x.rows());
        weights = weights.clone();
        Arrays.stream(weights).forEach(w -> Checks.positive("weight of a row in a block", w));
      }
    }

    /** Rows of weight 1. */
    public Block(long firstRow, IncompleteMatrix x, IncompleteMatrix y) {
      this(firstRow, x, y, null);
    }

    /** The weights, a copy; null when all are 1. */
    @Override
    public double @Nullable [] weights() {
      return weights == null ? null : weights.clone();
    }

    /** Weight of a row. */
    public double weight(int i) {
      return weights == null ? 1 : weights[i];
    }
  }

  /** The rows of tables in memory, in blocks of the given number of rows. */
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

  /**
   * Settings of a fit by passes over rows that need not be in memory.
   *
   * <pre>{@code
   * RowBlocks rows = RowBlocks.of(x, y, 4096);
   * RowBlocks.Passes passes = RowBlocks.Passes.defaults().withMaxPasses(3);
   * SlrmModel model = Slrm.with(LikelihoodConfig.defaults()).fit(rows, passes);
   * }</pre>
   *
   * @param maxPasses most passes over the rows, at most 500
   * @param patience passes without a better hold-out error before stopping
   * @param holdOutFraction fraction of the labelled rows held out: half of them for choosing, half
   *     for evaluation
   * @param memoryRows most rows held in memory at a time, for each of: held-out rows, the sample
   *     for starts and searches, and the window in which rows are shuffled
   * @param memoryEntries most entries of those rows, a limit for many columns
   */
  record Passes(
      int maxPasses, int patience, double holdOutFraction, int memoryRows, int memoryEntries) {

    /** Checks every setting. */
    public Passes {
      Checks.between("maxPasses", maxPasses, 1, 500);
      Checks.atLeast("patience", patience, 1);
      Checks.inHalfOpen("holdOutFraction", holdOutFraction, 0, 1);
      Checks.atLeast("memoryRows", memoryRows, 100);
      Checks.atLeast("memoryEntries", memoryEntries, 1000);
    }

    /** At most 10 passes, a patience of 2, a fifth held out, 20,000 rows or 2 million entries. */
    public static Passes defaults() {
      return new Passes(10, 2, 0.2, 20_000, 2_000_000);
    }

    /** With another limit of passes. */
    public Passes withMaxPasses(int value) {
      return new Passes(value, patience, holdOutFraction, memoryRows, memoryEntries);
    }

    /** With another patience. */
    public Passes withPatience(int value) {
      return new Passes(maxPasses, value, holdOutFraction, memoryRows, memoryEntries);
    }

    /** With another fraction held out. */
    public Passes withHoldOutFraction(double value) {
      return new Passes(maxPasses, patience, value, memoryRows, memoryEntries);
    }

    /** With another number of rows in memory. */
    public Passes withMemoryRows(int value) {
      return new Passes(maxPasses, patience, holdOutFraction, value, memoryEntries);
    }

    /** Most rows of the given number of columns held in memory at a time, at least 100. */
    public int rowsInMemory(int columns) {
      return Math.max(100, Math.min(memoryRows, memoryEntries / Math.max(1, columns)));
    }

    /** Every setting by name, for reports and files. */
    public Map<String, Object> settings() {
      Map<String, Object> s = new LinkedHashMap<>();
      s.put("maxPasses", maxPasses);
      s.put("patience", patience);
      s.put("holdOutFraction", holdOutFraction);
      s.put("memoryRows", memoryRows);
      s.put("memoryEntries", memoryEntries);
      return s;
    }
  }
}
