package org.slrm.spark.cluster;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import org.slrm.internal.partition.DistributedRows;
import org.slrm.internal.partition.RowBlock;

/**
 * Row counts of each partition, in their order, and which rows have labels.
 *
 * @param parts the counts of each partition
 */
@SuppressWarnings("serial") // Tasks run in executors of this program.
record RowCounts(List<Part> parts) {
  /**
   * Counts of one partition.
   *
   * @param rows number of rows
   * @param empty number of rows without an observed feature
   * @param zeroWeight number of removed rows of weight 0
   * @param labelled whether each row has a label
   */
  record Part(int rows, int empty, long zeroWeight, BitSet labelled) implements Serializable {}

  static RowCounts of(DistributedRows rows) {
    return new RowCounts(rows.perPartition("reading rows", (k, blocks) -> part(blocks)));
  }

  private static Part part(Iterator<RowBlock> blocks) {
    BitSet labelled = new BitSet();
    int rows = 0;
    int empty = 0;
    long zeroWeight = 0;
    while (blocks.hasNext()) {
      RowBlock b = blocks.next();
      zeroWeight += b.zeroWeightRows();
      for (int i = 0; i < b.z().rows(); i++, rows++) {
        int split = b.z().entryFrom(i, b.features());
        labelled.set(rows, split < b.z().rowStart(i + 1));
        empty += split == b.z().rowStart(i) ? 1 : 0;
      }
    }
    return new Part(rows, empty, zeroWeight, labelled);
  }

  int rows() {
    return parts.stream().mapToInt(Part::rows).reduce(0, Math::addExact);
  }

  int empty() {
    return parts.stream().mapToInt(Part::empty).sum();
  }

  /** Number of removed rows of weight 0. */
  long zeroWeight() {
    return parts.stream().mapToLong(Part::zeroWeight).sum();
  }

  int labelledRows() {
    return parts.stream().mapToInt(p -> p.labelled.cardinality()).sum();
  }

  /** First row of each partition. */
  int[] starts() {
    int[] starts = new int[parts.size() + 1];
    for (int k = 0; k < parts.size(); k++) {
      starts[k + 1] = Math.addExact(starts[k], parts.get(k).rows);
    }
    return starts;
  }

  /** Whether each row has a label, over all partitions. */
  BitSet labelled() {
    BitSet all = new BitSet();
    int[] starts = starts();
    for (int k = 0; k < parts.size(); k++) {
      int first = starts[k];
      parts.get(k).labelled.stream().forEach(i -> all.set(first + i));
    }
    return all;
  }

  /** Splits increasing row indices by partition; the indices become relative to the partition. */
  List<int[]> byPartition(int[] chosen) {
    int[] starts = starts();
    List<int[]> out = new ArrayList<>();
    for (int k = 0, from = 0, to = 0; k < parts.size(); k++, from = to) {
      while (to < chosen.length && chosen[to] < starts[k + 1]) {
        to++;
      }
      int start = starts[k];
      out.add(Arrays.stream(chosen, from, to).map(i -> i - start).toArray());
    }
    return out;
  }
}
