package org.slrm.internal.partition;

import java.io.Serializable;
import java.util.Iterator;
import java.util.List;

/**
 * Rows spread over the partitions of a cluster, in blocks: features, then labels. All that is asked
 * of an engine is to run tasks where the rows are and to bring back their answers in the order of
 * the partitions, whichever came first, so that equal questions get equal bytes.
 */
public interface SpreadRows {
  /** Number of partitions. */
  int partitions();

  /** The memory that answers have to fit in. */
  Capacity capacity();

  /** The answers of a task, one per partition, in their order. */
  <T extends Serializable> List<T> perPartition(String what, PartitionTask<T> task);

  /**
   * Parts of answers brought together by number, where they are merged in the order of the
   * partitions: for answers that are too large for one place.
   *
   * @param numbers how many numbers there are
   * @return what the merges came to, by number; none for a number without parts
   */
  <T extends Serializable> List<T> perNumber(
      String what, int numbers, PartsTask parts, MergeTask<T> merge);

  /** Other rows made from these, kept in memory from their first use on. */
  SpreadRows mapped(BlocksTask change);

  /** Makes sure that rows which are kept in memory are there. */
  void load(String what);

  /** Lets go of what is kept in memory. */
  void release();

  /** The same rows, for a part of the fit that shows under this name. */
  SpreadRows named(String part);

  /**
   * Memory in bytes.
   *
   * @param executor of one executor
   * @param tasks that share it at a time
   * @param driver of the process that asks
   */
  record Capacity(long executor, long tasks, long driver) {}

  /** A question to the blocks of a partition. */
  @FunctionalInterface
  interface PartitionTask<T> extends Serializable {
    /** The answer. */
    T run(int partition, Iterator<RowBlock> blocks);
  }

  /** A question whose answer comes in parts. */
  @FunctionalInterface
  interface PartsTask extends Serializable {
    /** The parts, made one at a time. */
    Iterator<Part> run(int partition, Iterator<RowBlock> blocks);
  }

  /** Makes one answer of the parts of a number. */
  @FunctionalInterface
  interface MergeTask<T> extends Serializable {
    /** The answer; there is at least one part. */
    T run(Iterator<Part> parts);
  }

  /** Changes the blocks of a partition, one at a time. */
  @FunctionalInterface
  interface BlocksTask extends Serializable {
    /** The changed blocks. */
    Iterator<RowBlock> run(int partition, Iterator<RowBlock> blocks);
  }

  /**
   * A part of an answer.
   *
   * @param number what it is a part of
   * @param partition where it was made
   * @param chunk the how-manieth of its number there
   * @param data the numbers
   */
  record Part(int number, int partition, int chunk, double[] data) implements Serializable {}
}
