package org.slrm.spark.cluster;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.slrm.internal.partition.DistributedRows;
import org.slrm.internal.partition.RowBlock;
import org.slrm.internal.run.TrainingData;

/** A cluster in one process, which serialises tasks, blocks and results. */
final class PartitionsInMemory implements DistributedRows {
  private final List<List<RowBlock>> partitions;

  private PartitionsInMemory(List<List<RowBlock>> partitions) {
    this.partitions = partitions;
  }

  /** Rows in partitions of blocks with a maximum number of rows. */
  static PartitionsInMemory of(TrainingData data, int count, int blockRows) {
    var z = data.x().besides(data.y());
    int n = z.rows();
    List<List<RowBlock>> out = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      List<RowBlock> blocks = new ArrayList<>();
      int end = (int) ((long) n * (k + 1) / count);
      for (int i = (int) ((long) n * k / count); i < end; i += blockRows) {
        int[] rows = java.util.stream.IntStream.range(i, Math.min(end, i + blockRows)).toArray();
        double[] w = data.weights() == null ? null : data.rows(rows).weights();
        blocks.add(new RowBlock(z.selectRows(rows), data.x().columns(), w));
      }
      out.add(blocks);
    }
    return new PartitionsInMemory(out);
  }

  @Override
  public int partitions() {
    return partitions.size();
  }

  @Override
  public Capacity capacity() {
    return new Capacity(1L << 34, 1, 1L << 34);
  }

  @Override
  public <T extends Serializable> List<T> perPartition(String name, PartitionTask<T> task) {
    List<T> out = new ArrayList<>();
    for (int k = 0; k < partitions.size(); k++) {
      out.add(sent(sent(task).run(k, blocks(k))));
    }
    return out;
  }

  @Override
  public <T extends Serializable> List<T> perKey(
      String name, int keys, PartsTask parts, MergeTask<T> merge) {
    List<Part> all = new ArrayList<>();
    for (int k = 0; k < partitions.size(); k++) {
      sent(parts).run(k, blocks(k)).forEachRemaining(part -> all.add(sent(part)));
    }
    all.sort(
        Comparator.comparingInt(Part::key)
            .thenComparingInt(Part::partition)
            .thenComparingInt(Part::chunk));
    List<T> out = new ArrayList<>();
    for (int key = 0; key < keys; key++) {
      int wanted = key;
      Iterator<Part> own = all.stream().filter(p -> p.key() == wanted).iterator();
      if (own.hasNext()) {
        out.add(sent(sent(merge).run(own)));
      }
    }
    return out;
  }

  private Iterator<RowBlock> blocks(int k) {
    return partitions.get(k).stream().map(PartitionsInMemory::sent).iterator();
  }

  @Override
  public DistributedRows mapped(BlocksTask change) {
    List<List<RowBlock>> out = new ArrayList<>();
    for (int k = 0; k < partitions.size(); k++) {
      List<RowBlock> blocks = new ArrayList<>();
      sent(change).run(k, blocks(k)).forEachRemaining(blocks::add);
      out.add(blocks);
    }
    return new PartitionsInMemory(out);
  }

  @Override
  public void load(String name) {
    // Everything is in memory.
  }

  @Override
  public void release() {
    // It is collected.
  }

  @Override
  public DistributedRows named(String part) {
    return this;
  }

  @SuppressWarnings("unchecked")
  private static <T> T sent(T value) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(value);
      }
      var in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()));
      return (T) in.readObject();
    } catch (IOException | ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
