package org.slrm.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.run.TrainingData;

/** Rows brought to the driver, in their order. */
final class Sample {
  private Sample() {}

  /** The given rows of the blocks, increasing. */
  static TrainingData of(
      JavaRDD<RowBlock> blocks, Facts facts, int[] chosen, int features, int columns, Jobs jobs) {
    Broadcast<List<int[]>> sent = jobs.context().broadcast(facts.byPartition(chosen));
    try {
      List<RowBlock> parts =
          jobs.run(
              "sample of " + chosen.length + " rows",
              () ->
                  blocks
                      .mapPartitionsWithIndex(
                          (k, it) -> {
                            int[] mine = sent.value().get(k);
                            List<RowBlock> out = new ArrayList<>();
                            int first = 0;
                            while (it.hasNext()) {
                              RowBlock b = it.next();
                              out.add(picked(b, mine, first));
                              first += b.z().rows();
                            }
                            return out.iterator();
                          },
                          true)
                      .collect());
      IncompleteMatrix z =
          IncompleteMatrix.stacked(columns, parts.stream().map(RowBlock::z).toList());
      return new TrainingData(z.firstColumns(features), z.lastColumns(features), weights(parts));
    } finally {
      sent.destroy();
    }
  }

  /** All but the given rows, increasing and told apart by partition. */
  static JavaRDD<RowBlock> without(JavaRDD<RowBlock> blocks, Broadcast<List<int[]>> rows) {
    return blocks.mapPartitionsWithIndex(
        (k, it) -> {
          int[] out = rows.value().get(k);
          int[] first = {0};
          return new Mapped<>(
              it,
              b -> {
                int from = first[0];
                first[0] += b.z().rows();
                int[] kept =
                    IntStream.range(from, first[0])
                        .filter(i -> Arrays.binarySearch(out, i) < 0)
                        .toArray();
                return picked(b, kept, from);
              });
        },
        true);
  }

  /** Those of the rows that lie in a block whose first has the number {@code first}. */
  private static RowBlock picked(RowBlock b, int[] rows, int first) {
    int from = place(rows, first);
    int to = place(rows, first + b.z().rows());
    int[] mine = new int[to - from];
    for (int e = 0; e < mine.length; e++) {
      mine[e] = rows[from + e] - first;
    }
    double[] w = b.weights();
    double[] kept = w == null ? null : Arrays.stream(mine).mapToDouble(i -> w[i]).toArray();
    return new RowBlock(b.z().selectRows(mine), b.features(), kept);
  }

  private static int place(int[] rows, int number) {
    int at = Arrays.binarySearch(rows, number);
    return at >= 0 ? at : -at - 1;
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
}
