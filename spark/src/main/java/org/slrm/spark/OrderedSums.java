package org.slrm.spark;

import java.io.Serializable;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.slrm.internal.partition.DistributedRows;
import scala.Tuple2;

/**
 * Merges the parts of each key in the order of their partitions, so that sums that are too large
 * for the driver are reproducible.
 */
final class OrderedSums {
  private OrderedSums() {}

  /** The sort key of a part: its key, then the order of the rows. */
  private record PartKey(int key, int partition, int chunk)
      implements Comparable<PartKey>, Serializable {
    private static final Comparator<PartKey> ORDER =
        Comparator.comparingInt(PartKey::key)
            .thenComparingInt(PartKey::partition)
            .thenComparingInt(PartKey::chunk);

    @Override
    public int compareTo(PartKey other) {
      return ORDER.compare(this, other);
    }
  }

  /** One partition per key. */
  private static final class ByKey extends Partitioner {
    private static final long serialVersionUID = 1;
    private final int count;

    ByKey(int count) {
      this.count = count;
    }

    @Override
    public int numPartitions() {
      return count;
    }

    @Override
    public int getPartition(Object key) {
      return ((PartKey) key).key;
    }
  }

  /** Merges the parts of each key. */
  static <T> List<T> collect(
      JavaRDD<DistributedRows.Part> parts,
      int count,
      FlatMapFunction<Iterator<DistributedRows.Part>, T> merge) {
    JavaPairRDD<PartKey, DistributedRows.Part> sorted =
        parts
            .mapToPair(p -> new Tuple2<>(new PartKey(p.key(), p.partition(), p.chunk()), p))
            .repartitionAndSortWithinPartitions(new ByKey(count));
    List<T> merged = sorted.mapPartitions(it -> merge.call(new Values(it))).collect();
    // Files of many iterations would accumulate until the driver's garbage collection.
    sorted.rdd().cleanShuffleDependencies(false);
    return merged;
  }

  private record Values(Iterator<Tuple2<PartKey, DistributedRows.Part>> pairs)
      implements Iterator<DistributedRows.Part> {
    @Override
    public boolean hasNext() {
      return pairs.hasNext();
    }

    @Override
    public DistributedRows.Part next() {
      return pairs.next()._2();
    }
  }
}
