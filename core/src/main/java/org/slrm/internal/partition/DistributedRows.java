package org.slrm.internal.partition;

import java.io.Serializable;
import java.util.Iterator;
import java.util.List;

/**
 * Rows in the partitions of a cluster, in blocks: features, then labels. An engine runs tasks where
 * the rows are and returns their results in the order of the partitions, so that results are
 * reproducible.
 */
public interface DistributedRows {
  /** Number of partitions. */
  int partitions();

  /** The memory limits of results. */
  Capacity capacity();

  /** The results of a task, one per partition, in the order of the partitions. */
  <T extends Serializable> List<T> perPartition(String name, PartitionTask<T> task);

  /**
   * Parts of results grouped by key and merged in the order of the partitions, for results that are
   * too large for one process.
   *
   * @param keys number of keys, which are 0, 1, …
   * @return the merged results in the order of the keys; keys without parts are omitted
   */
  <T extends Serializable> List<T> perKey(
      String name, int keys, PartsTask parts, MergeTask<T> merge);

  /** Rows derived from these, stored in memory after their first use. */
  DistributedRows mapped(BlocksTask change);

  /** Loads the rows into memory. */
  void load(String name);

  /** Releases the rows in memory. */
  void release();

  /** These rows, for a phase of the fit with this name, which is shown with its jobs. */
  DistributedRows named(String phase);

  /**
   * Memory in bytes.
   *
   * @param executor memory of one executor
   * @param tasks number of concurrent tasks of an executor
   * @param driver memory of the calling process
   */
  record Capacity(long executor, long tasks, long driver) {}

  /** A task on the blocks of a partition. */
  @FunctionalInterface
  interface PartitionTask<T> extends Serializable {
    /** The result for a partition. */
    T run(int partition, Iterator<RowBlock> blocks);
  }

  /** A task whose result comes in parts. */
  @FunctionalInterface
  interface PartsTask extends Serializable {
    /** The parts, created one at a time. */
    Iterator<Part> run(int partition, Iterator<RowBlock> blocks);
  }

  /** Merges the parts of a key. */
  @FunctionalInterface
  interface MergeTask<T> extends Serializable {
    /** The merged result of at least one part. */
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
   * @param key its key
   * @param partition its partition
   * @param chunk its index in the partition
   * @param data its values
   */
  record Part(int key, int partition, int chunk, double[] data) implements Serializable {}
}
