package org.slrm.spark.cluster;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.slrm.data.RowBlocks;
import org.slrm.internal.partition.DistributedRows;
import org.slrm.internal.partition.RowBlock;

/**
 * Rows of a cluster transferred to the driver block by block, in any order, for methods that update
 * row by row and cannot run in parallel. Memory on the driver is constant.
 */
@SuppressWarnings("serial") // Tasks run in executors of this program.
final class DistributedBlocks implements RowBlocks {
  private final DistributedRows rows;
  private final int features;
  private final int targets;
  private final List<BlockPosition> positions = new ArrayList<>();
  private long count;
  private long labelled;
  private long observed;

  /** The location of a block: its partition, its index there, and its first row. */
  private record BlockPosition(int partition, int index, long firstRow) {}

  /** Counts the rows of every block. */
  DistributedBlocks(DistributedRows rows, int features, int targets) {
    this.rows = rows;
    this.features = features;
    this.targets = targets;
    List<ArrayList<long[]>> all = rows.perPartition("reading rows", (k, it) -> counts(it));
    for (int k = 0; k < all.size(); k++) {
      for (int b = 0; b < all.get(k).size(); b++) {
        long[] counts = all.get(k).get(b);
        if (counts[0] > 0) {
          positions.add(new BlockPosition(k, b, count));
          count += counts[0];
          labelled += counts[1];
          observed += counts[2];
        }
      }
    }
  }

  /** Number of rows, labelled rows and observed entries of features of each block. */
  private static ArrayList<long[]> counts(Iterator<RowBlock> blocks) {
    ArrayList<long[]> out = new ArrayList<>();
    while (blocks.hasNext()) {
      RowBlock b = blocks.next();
      long[] counts = {b.z().rows(), 0, 0};
      for (int i = 0; i < b.z().rows(); i++) {
        int split = b.z().entryFrom(i, b.features());
        counts[1] += split < b.z().rowStart(i + 1) ? 1 : 0;
        counts[2] += split - b.z().rowStart(i);
      }
      out.add(counts);
    }
    return out;
  }

  @Override
  public int features() {
    return features;
  }

  @Override
  public int targets() {
    return targets;
  }

  @Override
  public long rows() {
    return count;
  }

  @Override
  public long labelledRows() {
    return labelled;
  }

  @Override
  public long known() {
    return observed;
  }

  @Override
  public int blocks() {
    return positions.size();
  }

  @Override
  public Block read(int block) {
    BlockPosition position = positions.get(block);
    int partition = position.partition;
    int index = position.index;
    for (ArrayList<RowBlock> found :
        rows.perPartition("pass", (k, it) -> k == partition ? nth(it, index) : none())) {
      if (!found.isEmpty()) {
        RowBlock b = found.get(0);
        return new Block(position.firstRow, b.x(), b.y(), b.weights());
      }
    }
    throw new IllegalStateException(
        "block " + index + " of partition " + partition + " does not exist");
  }

  private static ArrayList<RowBlock> nth(Iterator<RowBlock> blocks, int index) {
    ArrayList<RowBlock> out = none();
    for (int b = 0; blocks.hasNext() && out.isEmpty(); b++) {
      RowBlock next = blocks.next();
      if (b == index) {
        out.add(next);
      }
    }
    return out;
  }

  private static ArrayList<RowBlock> none() {
    return new ArrayList<>();
  }
}
