package org.slrm.internal.partition;

import org.slrm.internal.factor.FactorStatistics;

/**
 * Whether statistics are summed as a whole or by blocks of columns, decided by their size: as a
 * whole if every task can hold its own and the driver one from every partition.
 *
 * @param block columns per block; 0 for statistics as a whole
 */
public record Sharding(int block) {
  /** Statistics as a whole take at most one over this of the memory of a task or the driver. */
  private static final int MEMORY_FRACTION = 32;

  private static final long BLOCK_BYTES = 4L << 20;

  /** Statistics as a whole. */
  public static final Sharding NONE = new Sharding(0);

  /** The choice for this number of columns and rank; a request of 0 decides by size. */
  public static Sharding of(
      int wanted, int columns, int d, int partitions, SpreadRows.Capacity memory) {
    if (wanted != 0) {
      return wanted < 0 || wanted >= columns ? NONE : new Sharding(wanted);
    }
    long bytes = FactorStatistics.bytes(columns, d);
    boolean tasksHold = bytes * memory.tasks() * MEMORY_FRACTION <= memory.executor();
    boolean driverHolds = bytes * partitions * 4 <= memory.driver();
    if (tasksHold && driverHolds) {
      return NONE;
    }
    long perColumn = FactorStatistics.bytes(1, d);
    return new Sharding((int) Math.max(16, Math.min(columns, BLOCK_BYTES / perColumn)));
  }

  /** Whether statistics are summed as a whole. */
  public boolean whole() {
    return block == 0;
  }

  int blocks(int columns) {
    return (columns + block - 1) / block;
  }
}
