package org.slrm.spark.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.label.Label;
import org.slrm.internal.partition.RowBlock;
import org.slrm.internal.partition.SpreadRows;
import org.slrm.internal.run.TrainingData;

/** Selected rows of a cluster, or all other rows. */
@SuppressWarnings("serial") // Tasks run in executors of this program.
final class PickedRows {
  private PickedRows() {}

  /** The given rows, increasing, in their order. */
  static TrainingData of(
      SpreadRows rows, RowFacts facts, int[] chosen, int features, List<Label> kinds) {
    List<int[]> byPartition = facts.byPartition(chosen);
    List<RowBlock> parts =
        rows
            .perPartition(
                "sample of " + chosen.length + " rows",
                (k, blocks) -> {
                  ArrayList<RowBlock> out = new ArrayList<>();
                  int first = 0;
                  while (blocks.hasNext()) {
                    RowBlock b = blocks.next();
                    out.add(b.picked(byPartition.get(k), first));
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

  /** All but the given rows, increasing. */
  static SpreadRows without(SpreadRows rows, RowFacts facts, int[] excluded) {
    List<int[]> byPartition = facts.byPartition(excluded);
    return rows.mapped((k, blocks) -> new Without(blocks, byPartition.get(k)));
  }

  private static final class Without implements Iterator<RowBlock> {
    private final Iterator<RowBlock> blocks;
    private final int[] out;
    private int first;

    Without(Iterator<RowBlock> blocks, int[] out) {
      this.blocks = blocks;
      this.out = out;
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
      int[] rest =
          IntStream.range(from, first).filter(i -> Arrays.binarySearch(out, i) < 0).toArray();
      return b.picked(rest, from);
    }
  }
}
