package org.slrm.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.apache.spark.SparkConf;
import org.junit.jupiter.api.Test;
import org.slrm.internal.partition.DistributedRows.Capacity;

class SparkRowsTest {
  private static final long HEAP = Runtime.getRuntime().maxMemory();

  @Test
  void aClusterHasTheMemoryOfItsExecutors() {
    SparkConf conf =
        new SparkConf(false)
            .set("spark.master", "spark://host:7077")
            .set("spark.executor.memory", "3g")
            .set("spark.executor.cores", "4");
    assertEquals(new Capacity(3L << 30, 4, HEAP), SparkRows.capacity(conf));
  }

  @Test
  void localTasksShareTheHeap() {
    int cores = Runtime.getRuntime().availableProcessors();
    SparkConf conf = new SparkConf(false).set("spark.master", "local[2]");
    assertEquals(new Capacity(HEAP, cores, HEAP), SparkRows.capacity(conf));
  }
}
