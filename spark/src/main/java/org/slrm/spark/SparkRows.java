package org.slrm.spark;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.network.util.JavaUtils;
import org.apache.spark.storage.StorageLevel;
import org.slrm.internal.partition.DistributedRows;
import org.slrm.internal.partition.RowBlock;

/**
 * Rows in Spark's partitions. Every request is one job: the task is broadcast, and the results
 * arrive in the order of the partitions.
 */
record SparkRows(JavaRDD<RowBlock> blocks, Jobs jobs) implements DistributedRows {
  private static final StorageLevel LEVEL = StorageLevel.MEMORY_AND_DISK();

  /** Rows that are stored in memory until they are released. */
  static SparkRows persisted(JavaRDD<RowBlock> blocks, Jobs jobs) {
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
  public <T extends Serializable> List<T> perPartition(String name, PartitionTask<T> task) {
    Broadcast<PartitionTask<T>> sent = jobs.context().broadcast(task);
    try {
      return jobs.run(
          name,
          () ->
              blocks
                  .mapPartitionsWithIndex(
                      (k, it) -> List.of(sent.value().run(k, it)).iterator(), true)
                  .collect());
    } finally {
      sent.destroy();
    }
  }

  @Override
  public <T extends Serializable> List<T> perKey(
      String name, int keys, PartsTask parts, MergeTask<T> merge) {
    Broadcast<PartsTask> sent = jobs.context().broadcast(parts);
    Broadcast<MergeTask<T>> merging = jobs.context().broadcast(merge);
    try {
      JavaRDD<Part> created =
          blocks.mapPartitionsWithIndex((k, it) -> sent.value().run(k, it), true);
      return jobs.run(
          name,
          () ->
              OrderedSums.collect(
                  created,
                  keys,
                  it ->
                      it.hasNext()
                          ? List.of(merging.value().run(it)).iterator()
                          : List.<T>of().iterator()));
    } finally {
      sent.destroy();
      merging.destroy();
    }
  }

  @Override
  public DistributedRows mapped(BlocksTask change) {
    return persisted(blocks.mapPartitionsWithIndex((k, it) -> change.run(k, it), true), jobs);
  }

  @Override
  public void load(String name) {
    jobs.run(name, blocks::count);
  }

  @Override
  public void release() {
    blocks.unpersist();
  }

  @Override
  public DistributedRows named(String phase) {
    return new SparkRows(blocks, jobs.of(phase));
  }
}
