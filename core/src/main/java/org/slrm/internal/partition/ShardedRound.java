package org.slrm.internal.partition;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.factor.ExpectationStep;
import org.slrm.internal.factor.FactorStatistics;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.LikelihoodRows;
import org.slrm.internal.factor.MaximizationStep;
import org.slrm.internal.factor.Prior;
import org.slrm.internal.factor.Whitening;
import org.slrm.internal.run.Workers;

/**
 * E and M step with statistics by blocks of columns: tasks send one block after another, the engine
 * merges the parts of a block in the order of the partitions and runs the M step of its columns. No
 * process holds all statistics; the driver receives the new parameters.
 */
@SuppressWarnings("serial") // Tasks run in executors of this program.
record ShardedRound(
    DistributedRows blocks,
    DistributedLikelihoodRows.Task task,
    Sharding sharding,
    MaximizationStep maximization) {
  /** The result of a block: the parameters of its columns, or the totals over all rows. */
  private record BlockResult(
      MaximizationStep.@Nullable ColumnParameters columns, double @Nullable [] total)
      implements Serializable {}

  LikelihoodRows.Round run(String name) {
    DistributedLikelihoodRows.Task task = this.task;
    int p = task.theta().columns();
    int d = task.theta().d();
    int width = sharding.block();
    Prior prior = maximization.prior();
    int features = maximization.features();
    List<BlockResult> results =
        blocks.perKey(
            name,
            sharding.blocks(p) + 1,
            (index, it) -> new Parts(index, it, task, width),
            it -> merged(it, task, width, prior, features));
    List<MaximizationStep.ColumnParameters> columns = new ArrayList<>();
    FactorStatistics total = new FactorStatistics(0, d);
    for (BlockResult part : results) {
      if (part.columns != null) {
        columns.add(part.columns);
      } else {
        total = FactorStatistics.ofArray(0, d, Objects.requireNonNull(part.total));
      }
    }
    return new Totals(total, maximization.finished(columns, task.theta()));
  }

  private record Totals(FactorStatistics total, Factors maximized) implements LikelihoodRows.Round {
    @Override
    public double objective() {
      return total.objective;
    }

    @Override
    public @Nullable Whitening whitening() {
      return Whitening.of(total);
    }
  }

  /** The parts of one partition's rows, created one at a time, block after block of columns. */
  private static final class Parts implements Iterator<DistributedRows.Part> {
    private final int partition;
    private final Iterator<RowBlock> blocks;
    private final ExpectationStep step;
    private final int columns;
    private final int width;
    private ExpectationStep.@Nullable RowResults results;
    private int chunk = -1;
    private int next;

    Parts(
        int partition, Iterator<RowBlock> blocks, DistributedLikelihoodRows.Task task, int width) {
      this.partition = partition;
      this.blocks = blocks;
      this.width = width;
      columns = task.theta().columns();
      step = ExpectationStep.lean(task.theta(), task.omega());
    }

    @Override
    public boolean hasNext() {
      return results != null || blocks.hasNext();
    }

    @Override
    public DistributedRows.Part next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      ExpectationStep.RowResults from = results;
      if (from == null) {
        from = step.results(blocks.next().plan());
        results = from;
        chunk++;
        next = 0;
      }
      int key = next;
      int first = next * width;
      next++;
      if (first >= columns) {
        results = null;
        return new DistributedRows.Part(key, partition, chunk, from.total().toArray());
      }
      int end = Math.min(columns, first + width);
      double[] data = from.columns(first, end).toArray();
      return new DistributedRows.Part(key, partition, chunk, data);
    }
  }

  /** Merges the parts of a block and runs its M step. */
  private static BlockResult merged(
      Iterator<DistributedRows.Part> parts,
      DistributedLikelihoodRows.Task task,
      int width,
      Prior prior,
      int features) {
    Factors theta = task.theta();
    DistributedRows.Part part = parts.next();
    int first = part.key() * width;
    int count = Math.max(0, Math.min(theta.columns(), first + width) - first);
    FactorStatistics sum = FactorStatistics.ofArray(count, theta.d(), part.data());
    while (parts.hasNext()) {
      sum.merge(FactorStatistics.ofArray(count, theta.d(), parts.next().data()));
    }
    if (count == 0) {
      return new BlockResult(null, sum.toArray());
    }
    return new BlockResult(
        new MaximizationStep(prior, task.omega(), features)
            .columns(sum, first, theta, Workers.single()),
        null);
  }
}
