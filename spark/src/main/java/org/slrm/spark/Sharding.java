package org.slrm.spark;

import org.apache.spark.SparkConf;
import org.apache.spark.network.util.JavaUtils;
import org.slrm.internal.factor.FactorStatistics;

/**
 * Whether statistics are summed in whole or by blocks of columns, decided by their size: in whole
 * while every task can hold its own and the driver one from every partition.
 *
 * @param block columns per block; 0 for statistics in whole
 */
record Sharding(int block) {
  /** Statistics in whole take at most this share of the memory of a task or of the driver. */
  private static final int SHARE = 32;

  private static final long BLOCK_BYTES = 4L << 20;

  /** Statistics in whole. */
  static final Sharding NONE = new Sharding(0);

  /** What suits as many columns, this rank and as many partitions. */
  static Sharding of(int wanted, int columns, int d, int partitions, SparkConf conf) {
    if (wanted != 0) {
      return wanted < 0 || wanted >= columns ? NONE : new Sharding(wanted);
    }
    long bytes = FactorStatistics.bytes(columns, d);
    boolean local = conf.get("spark.master", "local").matches("local(\\[.*\\])?");
    long heap = Runtime.getRuntime().maxMemory();
    long executor = local ? heap : memory(conf);
    long cores = local ? Runtime.getRuntime().availableProcessors() : cores(conf);
    boolean tasksHold = bytes * cores * SHARE <= executor;
    boolean driverHolds = bytes * partitions * 4 <= heap;
    if (tasksHold && driverHolds) {
      return NONE;
    }
    long perColumn = FactorStatistics.bytes(1, d);
    return new Sharding((int) Math.max(16, Math.min(columns, BLOCK_BYTES / perColumn)));
  }

  private static long memory(SparkConf conf) {
    return JavaUtils.byteStringAsBytes(conf.get("spark.executor.memory", "1g"));
  }

  private static long cores(SparkConf conf) {
    return Math.max(1, conf.getInt("spark.executor.cores", 1));
  }

  boolean whole() {
    return block == 0;
  }

  /** Number of blocks of as many columns. */
  int blocks(int columns) {
    return (columns + block - 1) / block;
  }
}
