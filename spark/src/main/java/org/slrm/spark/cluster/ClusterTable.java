package org.slrm.spark.cluster;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;
import org.slrm.data.ColumnStatistics;
import org.slrm.internal.check.Checks;
import org.slrm.internal.fit.DataSummary;
import org.slrm.internal.fit.Scalings;
import org.slrm.internal.label.Layout;
import org.slrm.internal.partition.ChangedBlocks;
import org.slrm.internal.partition.DistributedLikelihoodRows;
import org.slrm.internal.partition.DistributedRows;
import org.slrm.internal.run.TrainingData;
import org.slrm.result.Folds;

/** The unscaled rows of a cluster and their counts. */
final class ClusterTable {
  private final DistributedRows raw;
  private final RowCounts counts;
  private final int features;
  private final Layout layout;
  private final ColumnStatistics x;
  private final ColumnStatistics y;

  /** Rows with labels encoded by a layout. */
  ClusterTable(DistributedRows raw, int features, Layout layout) {
    this.raw = raw;
    this.features = features;
    this.layout = layout;
    int targets = layout.columns();
    counts = RowCounts.of(raw);
    Checks.atLeast("rows", counts.rows(), 2);
    ColumnStatistics all = DistributedLikelihoodRows.statistics(raw, features + targets);
    x = all.columns(0, features);
    y = all.columns(features, features + targets);
  }

  int features() {
    return features;
  }

  /** Number of label columns. */
  int targets() {
    return layout.columns();
  }

  Layout layout() {
    return layout;
  }

  int rows() {
    return counts.rows();
  }

  int labelledRows() {
    return counts.labelledRows();
  }

  /** Number of removed rows of weight 0. */
  long zeroWeightRows() {
    return counts.zeroWeight();
  }

  DistributedRows raw() {
    return raw;
  }

  DataSummary summary() {
    long known = IntStream.of(x.known()).asLongStream().sum();
    return new DataSummary(
        counts.rows(), counts.labelledRows(), counts.empty(), known, x, y, layout);
  }

  /** All rows in scaled units, which replace the raw rows in memory. */
  DistributedRows scaled(Scalings scalings) {
    double[][] numbers = scalings.numbers();
    DistributedRows out =
        raw.mapped(
            (k, blocks) -> {
              Scalings s = Scalings.ofNumbers(numbers);
              return new ChangedBlocks(blocks, b -> b.scaled(s.x(), s.y()));
            });
    out.load("scaling");
    raw.release();
    return out;
  }

  /** Increasing indices of this number of randomly drawn labelled rows. */
  int[] labelled(int count, long seed) {
    BitSet labelled = counts.labelled();
    return Arrays.stream(Folds.shuffled(counts.rows(), seed))
        .filter(labelled::get)
        .limit(count)
        .sorted()
        .toArray();
  }

  /** Collects rows, given by increasing indices, on the driver. */
  TrainingData rows(int[] chosen) {
    return SelectedRows.of(raw, counts, chosen, features, layout.labels());
  }

  /** Scaled rows except those of increasing indices. */
  DistributedRows without(DistributedRows scaled, int[] rows) {
    return SelectedRows.without(scaled, counts, rows);
  }

  /** Up to {@code limit} randomly drawn rows in their order; labelled rows are preferred. */
  TrainingData sample(int limit, long seed) {
    int n = counts.rows();
    int[] chosen = IntStream.range(0, n).toArray();
    if (n > limit) {
      BitSet labelled = counts.labelled();
      int[] order = Folds.shuffled(n, seed);
      chosen =
          IntStream.concat(
                  Arrays.stream(order).filter(labelled::get),
                  Arrays.stream(order).filter(i -> !labelled.get(i)))
              .limit(limit)
              .sorted()
              .toArray();
    }
    return rows(chosen);
  }
}
