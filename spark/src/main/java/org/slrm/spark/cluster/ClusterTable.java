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
import org.slrm.internal.partition.SpreadLikelihoodRows;
import org.slrm.internal.partition.SpreadRows;
import org.slrm.internal.run.TrainingData;
import org.slrm.result.Folds;

/** The unscaled rows of a cluster, with their counts. */
final class ClusterTable {
  private final SpreadRows raw;
  private final RowFacts facts;
  private final int features;
  private final Layout layout;
  private final ColumnStatistics x;
  private final ColumnStatistics y;

  /** Rows with labels encoded by a layout. */
  ClusterTable(SpreadRows raw, int features, Layout layout) {
    this.raw = raw;
    this.features = features;
    this.layout = layout;
    int targets = layout.columns();
    facts = RowFacts.of(raw);
    Checks.atLeast("rows", facts.rows(), 2);
    ColumnStatistics all = SpreadLikelihoodRows.statistics(raw, features + targets);
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
    return facts.rows();
  }

  int labelledRows() {
    return facts.labelledRows();
  }

  /** Number of removed rows of weight 0. */
  long heldOut() {
    return facts.excluded();
  }

  SpreadRows raw() {
    return raw;
  }

  DataSummary summary() {
    long known = IntStream.of(x.known()).asLongStream().sum();
    return new DataSummary(facts.rows(), facts.labelledRows(), facts.empty(), known, x, y, layout);
  }

  /** All rows in scaled units, kept in memory instead of the raw ones. */
  SpreadRows scaled(Scalings scalings) {
    double[][] numbers = scalings.numbers();
    SpreadRows out =
        raw.mapped(
            (k, blocks) -> {
              Scalings s = Scalings.ofNumbers(numbers);
              return new ChangedBlocks(blocks, b -> b.scaled(s.x(), s.y()));
            });
    out.load("scaling");
    raw.release();
    return out;
  }

  /** This number of labelled rows, drawn by the seed, increasing. */
  int[] labelled(int count, long seed) {
    BitSet labelled = facts.labelled();
    return Arrays.stream(Folds.shuffled(facts.rows(), seed))
        .filter(labelled::get)
        .limit(count)
        .sorted()
        .toArray();
  }

  /** The given rows, increasing, on the driver. */
  TrainingData rows(int[] chosen) {
    return PickedRows.of(raw, facts, chosen, features, layout.labels());
  }

  /** Scaled rows without the given ones, increasing. */
  SpreadRows without(SpreadRows scaled, int[] rows) {
    return PickedRows.without(scaled, facts, rows);
  }

  /** Up to {@code cap} rows, labelled ones first, drawn by the seed, in their order. */
  TrainingData sample(int cap, long seed) {
    int n = facts.rows();
    int[] chosen = IntStream.range(0, n).toArray();
    if (n > cap) {
      BitSet labelled = facts.labelled();
      int[] order = Folds.shuffled(n, seed);
      chosen =
          IntStream.concat(
                  Arrays.stream(order).filter(labelled::get),
                  Arrays.stream(order).filter(i -> !labelled.get(i)))
              .limit(cap)
              .sorted()
              .toArray();
    }
    return rows(chosen);
  }
}
