package org.slrm.spark;

import java.io.Serializable;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.slrm.internal.partition.SpreadRows;
import scala.Tuple2;

/**
 * Collects the parts of each number in the order of their partitions, so that sums that are too
 * large for the driver are reproducible.
 */
final class OrderedSums {
  private OrderedSums() {}

  /** The key of a part: its number, then the order of the rows. */
  private record Key(int number, int partition, int chunk)
      implements Comparable<Key>, Serializable {
    private static final Comparator<Key> ORDER =
        Comparator.comparingInt(Key::number)
            .thenComparingInt(Key::partition)
            .thenComparingInt(Key::chunk);

    @Override
    public int compareTo(Key other) {
      return ORDER.compare(this, other);
    }
  }

  /** One partition per number. */
  private static final class ByNumber extends Partitioner {
    private static final long serialVersionUID = 1;
    private final int count;

    ByNumber(int count) {
      this.count = count;
    }

    @Override
    public int numPartitions() {
      return count;
    }

    @Override
    public int getPartition(Object key) {
      return ((Key) key).number;
    }
  }

  /** Merges the parts of each number. */
  static <T> List<T> collect(
      JavaRDD<SpreadRows.Part> parts,
      int count,
      FlatMapFunction<Iterator<SpreadRows.Part>, T> merge) {
    JavaPairRDD<Key, SpreadRows.Part> sorted =
        parts
            .mapToPair(p -> new Tuple2<>(new Key(p.number(), p.partition(), p.chunk()), p))
            .repartitionAndSortWithinPartitions(new ByNumber(count));
    List<T> merged = sorted.mapPartitions(it -> merge.call(new Values(it))).collect();
    // Files of many iterations would accumulate until the driver's garbage collection.
    sorted.rdd().cleanShuffleDependencies(false);
    return merged;
  }

  private record Values(Iterator<Tuple2<Key, SpreadRows.Part>> of)
      implements Iterator<SpreadRows.Part> {
    @Override
    public boolean hasNext() {
      return of.hasNext();
    }

    @Override
    public SpreadRows.Part next() {
      return of.next()._2();
    }
  }
}
