package org.slrm.internal.partition;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slrm.internal.run.RowPasses;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;

/**
 * Rows that are read block by block, as a cluster of one machine: a partition is a range of blocks,
 * and every request is one pass over them. Nothing is stored, so memory does not grow with the
 * rows; partitions do not depend on the number of threads, so results do not either.
 *
 * @param columns number of columns, features before labels
 * @param change applied to the blocks of a partition in every pass
 */
@SuppressWarnings("serial") // Tasks run in this process.
public record PassedRows(RowPasses rows, int columns, Workers workers, BlocksTask change)
    implements DistributedRows {
  /** Most partitions, since each holds a result in memory. */
  private static final int MAX_PARTITIONS = 8;

  /** Maximum entries of the results of all partitions; one result has about columns² entries. */
  private static final long MAX_ENTRIES = 2_000_000;

  /** The rows in blocks of features, then labels. */
  public PassedRows(RowPasses rows, int columns, Workers workers) {
    this(rows, columns, workers, (k, blocks) -> blocks);
  }

  @Override
  public int partitions() {
    long results = MAX_ENTRIES / ((long) columns * columns);
    int limit = (int) Math.max(2, Math.min(MAX_PARTITIONS, results));
    return Math.max(1, Math.min(limit, rows.blocks()));
  }

  /** Large enough that statistics are never split by columns. */
  @Override
  public Capacity capacity() {
    return new Capacity(Long.MAX_VALUE, 1, Long.MAX_VALUE);
  }

  private Iterator<RowBlock> blocks(int partition) {
    int from = (int) ((long) rows.blocks() * partition / partitions());
    int to = (int) ((long) rows.blocks() * (partition + 1) / partitions());
    Stream<RowBlock> all = IntStream.range(from, to).mapToObj(rows::block).map(PassedRows::block);
    return change.run(partition, all.iterator());
  }

  private static RowBlock block(TrainingData data) {
    return new RowBlock(data.x().besides(data.y()), data.x().columns(), data.weights());
  }

  @Override
  public <T extends Serializable> List<T> perPartition(String name, PartitionTask<T> task) {
    List<List<T>> out = new ArrayList<>(Collections.nCopies(partitions(), List.of()));
    workers.run(partitions(), (worker, k) -> out.set(k, List.of(task.run(k, blocks(k)))));
    return out.stream().flatMap(List::stream).toList();
  }

  /** Stores all parts until they are merged, so a task must not create a part for every block. */
  @Override
  public <T extends Serializable> List<T> perKey(
      String name, int keys, PartsTask parts, MergeTask<T> merge) {
    Map<Integer, List<Part>> byKey =
        this.<ArrayList<Part>>perPartition(name, (k, it) -> listed(parts.run(k, it))).stream()
            .flatMap(List::stream)
            .collect(Collectors.groupingBy(Part::key, TreeMap::new, Collectors.toList()));
    return byKey.values().stream().map(group -> merge.run(group.iterator())).toList();
  }

  private static ArrayList<Part> listed(Iterator<Part> parts) {
    ArrayList<Part> out = new ArrayList<>();
    parts.forEachRemaining(out::add);
    return out;
  }

  /** The derived rows are computed in every pass. */
  @Override
  public DistributedRows mapped(BlocksTask next) {
    BlocksTask first = change;
    return new PassedRows(rows, columns, workers, (k, it) -> next.run(k, first.run(k, it)));
  }

  @Override
  public void load(String name) {
    // Nothing is stored.
  }

  @Override
  public void release() {
    // Nothing is stored.
  }

  @Override
  public DistributedRows named(String phase) {
    return this;
  }
}
