package org.slrm.spark.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.label.Label;
import org.slrm.internal.partition.DistributedRows;
import org.slrm.internal.partition.RowBlock;
import org.slrm.internal.run.TrainingData;

/** Selected rows of a cluster, or all other rows. */
@SuppressWarnings("serial") // Tasks run in executors of this program.
final class SelectedRows {
  private SelectedRows() {}

  /** Collects rows given by increasing indices. */
  static TrainingData of(
      DistributedRows rows, RowCounts counts, int[] chosen, int features, List<Label> kinds) {
    List<int[]> byPartition = counts.byPartition(chosen);
    List<RowBlock> parts =
        rows
            .perPartition(
                "sample of " + chosen.length + " rows",
                (k, blocks) -> {
                  ArrayList<RowBlock> out = new ArrayList<>();
                  int first = 0;
                  while (blocks.hasNext()) {
                    RowBlock b = blocks.next();
                    out.add(b.selected(byPartition.get(k), first));
                    first += b.z().rows();
                  }
                  return out;
                })
            .stream()
            .flatMap(List::stream)
            .toList();
    IncompleteMatrix z =
        IncompleteMatrix.stacked(features + kinds.size(), parts.stream().map(RowBlock::z).toList());
    return new TrainingData(
        z.firstColumns(features), z.lastColumns(features), weights(parts), kinds);
  }

  private static double @Nullable [] weights(List<RowBlock> parts) {
    if (parts.stream().allMatch(b -> b.weights() == null)) {
      return null;
    }
    return parts.stream()
        .map(RowBlock::weights)
        .filter(w -> w != null)
        .flatMapToDouble(Arrays::stream)
        .toArray();
  }

  /** All rows except those of increasing indices. */
  static DistributedRows without(DistributedRows rows, RowCounts counts, int[] excluded) {
    List<int[]> byPartition = counts.byPartition(excluded);
    return rows.mapped((k, blocks) -> new Without(blocks, byPartition.get(k)));
  }

  private static final class Without implements Iterator<RowBlock> {
    private final Iterator<RowBlock> blocks;
    private final int[] excluded;
    private int first;

    Without(Iterator<RowBlock> blocks, int[] excluded) {
      this.blocks = blocks;
      this.excluded = excluded;
    }

    @Override
    public boolean hasNext() {
      return blocks.hasNext();
    }

    @Override
    public RowBlock next() {
      RowBlock b = blocks.next();
      int from = first;
      first += b.z().rows();
      int[] remaining =
          IntStream.range(from, first).filter(i -> Arrays.binarySearch(excluded, i) < 0).toArray();
      return b.selected(remaining, from);
    }
  }
}
