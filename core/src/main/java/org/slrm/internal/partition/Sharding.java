package org.slrm.internal.partition;

import org.slrm.internal.factor.FactorStatistics;

/**
 * Whether statistics are summed in one piece or by blocks of columns. They are summed in one piece
 * if each task can hold its statistics and the driver those of all partitions.
 *
 * @param block columns per block; 0 for one piece
 */
public record Sharding(int block) {
  /** Statistics in one piece use at most 1/32 of the memory of a task. */
  private static final int MEMORY_FRACTION = 32;

  private static final long BLOCK_BYTES = 4L << 20;

  /** Statistics in one piece. */
  public static final Sharding NONE = new Sharding(0);

  /** The block size for this number of columns and rank; 0 is decided by the size of statistics. */
  public static Sharding of(
      int wanted, int columns, int d, int partitions, DistributedRows.Capacity memory) {
    if (wanted != 0) {
      return wanted < 0 || wanted >= columns ? NONE : new Sharding(wanted);
    }
    long bytes = FactorStatistics.bytes(columns, d);
    boolean fitsTasks = bytes * memory.tasks() * MEMORY_FRACTION <= memory.executor();
    boolean fitsDriver = bytes * partitions * 4 <= memory.driver();
    if (fitsTasks && fitsDriver) {
      return NONE;
    }
    long perColumn = FactorStatistics.bytes(1, d);
    return new Sharding((int) Math.max(16, Math.min(columns, BLOCK_BYTES / perColumn)));
  }

  /** Whether statistics are summed in one piece. */
  public boolean whole() {
    return block == 0;
  }

  int blocks(int columns) {
    return (columns + block - 1) / block;
  }
}
