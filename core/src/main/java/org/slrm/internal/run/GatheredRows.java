package org.slrm.internal.run;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.RowBlocks;
import org.slrm.internal.label.Label;

/** Rows collected from many blocks. */
final class GatheredRows {
  private final List<IncompleteMatrix> x = new ArrayList<>();
  private final List<IncompleteMatrix> y = new ArrayList<>();
  private final List<double[]> weights = new ArrayList<>();

  /** Adds some rows of a block. */
  void add(RowBlocks.Block block, int[] chosen) {
    if (chosen.length > 0) {
      x.add(block.x().selectRows(chosen));
      y.add(block.y().selectRows(chosen));
      weights.add(weights(block, chosen));
    }
  }

  /** Weights of some rows of a block. */
  static double[] weights(RowBlocks.Block block, int[] chosen) {
    return IntStream.of(chosen).mapToDouble(block::weight).toArray();
  }

  /** All rows added. */
  TrainingData rows(RowBlocks blocks, List<Label> kinds) {
    return new TrainingData(
        IncompleteMatrix.stacked(blocks.features(), x),
        IncompleteMatrix.stacked(blocks.targets(), y),
        weights.stream().flatMapToDouble(DoubleStream::of).toArray(),
        kinds);
  }
}
