package org.slrm.spark;

import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.network.util.JavaUtils;
import org.apache.spark.storage.StorageLevel;
import org.slrm.internal.partition.RowBlock;
import org.slrm.internal.partition.SpreadRows;

/**
 * Rows in Spark's partitions. Every request is one job: the task is broadcast, and the results
 * arrive in the order of the partitions.
 */
final class SparkRows implements SpreadRows {
  private static final StorageLevel LEVEL = StorageLevel.MEMORY_AND_DISK();

  private final JavaRDD<RowBlock> blocks;
  private final Jobs jobs;

  private SparkRows(JavaRDD<RowBlock> blocks, Jobs jobs) {
    this.blocks = blocks;
    this.jobs = jobs;
  }

  /** Rows that stay in memory until they are released. */
  static SparkRows kept(JavaRDD<RowBlock> blocks, Jobs jobs) {
    return new SparkRows(blocks.persist(LEVEL), jobs);
  }

  @Override
  public int partitions() {
    return blocks.getNumPartitions();
  }

  @Override
  public Capacity capacity() {
    return capacity(jobs.context().getConf());
  }

  /** Memory of an executor, the tasks that share it, and memory of this process. */
  static Capacity capacity(SparkConf conf) {
    boolean local = conf.get("spark.master", "local").matches("local(\\[.*\\])?");
    long heap = Runtime.getRuntime().maxMemory();
    return local
        ? new Capacity(heap, Runtime.getRuntime().availableProcessors(), heap)
        : new Capacity(
            JavaUtils.byteStringAsBytes(conf.get("spark.executor.memory", "1g")),
            Math.max(1, conf.getInt("spark.executor.cores", 1)),
            heap);
  }

  @Override
  public <T extends Serializable> List<T> perPartition(String what, PartitionTask<T> task) {
    Broadcast<PartitionTask<T>> sent = jobs.context().broadcast(task);
    try {
      return jobs.run(
          what,
          () ->
              blocks
                  .mapPartitionsWithIndex((k, it) -> one(sent.value().run(k, it)), true)
                  .collect());
    } finally {
      sent.destroy();
    }
  }

  @Override
  public <T extends Serializable> List<T> perNumber(
      String what, int numbers, PartsTask parts, MergeTask<T> merge) {
    Broadcast<PartsTask> sent = jobs.context().broadcast(parts);
    Broadcast<MergeTask<T>> merging = jobs.context().broadcast(merge);
    try {
      JavaRDD<Part> made = blocks.mapPartitionsWithIndex((k, it) -> sent.value().run(k, it), true);
      return jobs.run(
          what,
          () ->
              OrderedSums.collect(
                  made, numbers, it -> it.hasNext() ? one(merging.value().run(it)) : none()));
    } finally {
      sent.destroy();
      merging.destroy();
    }
  }

  @Override
  public SpreadRows mapped(BlocksTask change) {
    return kept(blocks.mapPartitionsWithIndex((k, it) -> change.run(k, it), true), jobs);
  }

  @Override
  public void load(String what) {
    jobs.run(what, blocks::count);
  }

  @Override
  public void release() {
    blocks.unpersist();
  }

  @Override
  public SpreadRows named(String part) {
    return new SparkRows(blocks, jobs.of(part));
  }

  private static <T> Iterator<T> one(T value) {
    return List.of(value).iterator();
  }

  private static <T> Iterator<T> none() {
    return List.<T>of().iterator();
  }
}
