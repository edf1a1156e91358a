package org.slrm.internal.partition;

import java.io.Serializable;
import java.util.Iterator;
import java.util.List;

/**
 * Rows in the partitions of a cluster, in blocks: features, then labels. An engine runs tasks where
 * the rows are and returns their results in the order of the partitions, so that results are
 * reproducible.
 */
public interface SpreadRows {
  /** Number of partitions. */
  int partitions();

  /** The memory limits of results. */
  Capacity capacity();

  /** The results of a task, one per partition, in their order. */
  <T extends Serializable> List<T> perPartition(String what, PartitionTask<T> task);

  /**
   * Parts of results collected by number and merged in the order of the partitions, for results
   * that are too large for one process.
   *
   * @param numbers how many numbers there are
   * @return the merged results, by number; none for a number without parts
   */
  <T extends Serializable> List<T> perNumber(
      String what, int numbers, PartsTask parts, MergeTask<T> merge);

  /** Rows derived from these, cached after their first use. */
  SpreadRows mapped(BlocksTask change);

  /** Loads cached rows. */
  void load(String what);

  /** Releases the rows in memory. */
  void release();

  /** These rows, for a phase of the fit with this name. */
  SpreadRows named(String part);

  /**
   * Memory in bytes.
   *
   * @param executor of one executor
   * @param tasks that share it at a time
   * @param driver of the calling process
   */
  record Capacity(long executor, long tasks, long driver) {}

  /** A task on the blocks of a partition. */
  @FunctionalInterface
  interface PartitionTask<T> extends Serializable {
    /** The answer. */
    T run(int partition, Iterator<RowBlock> blocks);
  }

  /** A task whose result comes in parts. */
  @FunctionalInterface
  interface PartsTask extends Serializable {
    /** The parts, created one at a time. */
    Iterator<Part> run(int partition, Iterator<RowBlock> blocks);
  }

  /** Merges the parts of a number. */
  @FunctionalInterface
  interface MergeTask<T> extends Serializable {
    /** The merged result; there is at least one part. */
    T run(Iterator<Part> parts);
  }

  /** Transforms the blocks of a partition, one at a time. */
  @FunctionalInterface
  interface BlocksTask extends Serializable {
    /** The transformed blocks. */
    Iterator<RowBlock> run(int partition, Iterator<RowBlock> blocks);
  }

  /**
   * A part of a result.
   *
   * @param number the number it belongs to
   * @param partition its partition
   * @param chunk its index in the partition
   * @param data the numbers
   */
  record Part(int number, int partition, int chunk, double[] data) implements Serializable {}
}
