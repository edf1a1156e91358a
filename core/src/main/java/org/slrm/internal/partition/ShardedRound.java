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
 * merges the parts of a block in the order of the partitions, and the M step of its columns is made
 * there. No process holds all statistics; the driver receives the new parameters.
 */
@SuppressWarnings("serial") // Tasks run in executors of this program.
record ShardedRound(
    SpreadRows blocks,
    SpreadLikelihoodRows.Task task,
    Sharding sharding,
    MaximizationStep maximization) {
  /** The result of a block: its columns' parameters, or the sums over all rows. */
  private record Done(
      MaximizationStep.@Nullable ColumnParameters columns, double @Nullable [] total)
      implements Serializable {}

  LikelihoodRows.Round run(String what) {
    SpreadLikelihoodRows.Task sent = task;
    int p = sent.theta().columns();
    int d = sent.theta().d();
    int width = sharding.block();
    Prior prior = maximization.prior();
    int features = maximization.features();
    List<Done> done =
        blocks.perNumber(
            what,
            sharding.blocks(p) + 1,
            (index, it) -> new Parts(index, it, sent, width),
            it -> merged(it, sent, width, prior, features));
    List<MaximizationStep.ColumnParameters> columns = new ArrayList<>();
    FactorStatistics total = new FactorStatistics(0, d);
    for (Done part : done) {
      if (part.columns != null) {
        columns.add(part.columns);
      } else {
        total = FactorStatistics.ofArray(0, d, Objects.requireNonNull(part.total));
      }
    }
    return new Summed(total, maximization.finished(columns, sent.theta()));
  }

  private record Summed(FactorStatistics total, Factors maximized) implements LikelihoodRows.Round {
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
  private static final class Parts implements Iterator<SpreadRows.Part> {
    private final int partition;
    private final Iterator<RowBlock> blocks;
    private final ExpectationStep step;
    private final int columns;
    private final int width;
    private ExpectationStep.@Nullable RowResults results;
    private int chunk = -1;
    private int next;

    Parts(int partition, Iterator<RowBlock> blocks, SpreadLikelihoodRows.Task task, int width) {
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
    public SpreadRows.Part next() {
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
      int number = next;
      int first = next * width;
      next++;
      if (first >= columns) {
        results = null;
        return new SpreadRows.Part(number, partition, chunk, from.total().toArray());
      }
      int end = Math.min(columns, first + width);
      double[] data = from.columns(first, end).toArray();
      return new SpreadRows.Part(number, partition, chunk, data);
    }
  }

  /** Merges the parts of a block and makes its M step. */
  private static Done merged(
      Iterator<SpreadRows.Part> parts,
      SpreadLikelihoodRows.Task task,
      int width,
      Prior prior,
      int features) {
    Factors theta = task.theta();
    SpreadRows.Part part = parts.next();
    int first = part.number() * width;
    int count = Math.max(0, Math.min(theta.columns(), first + width) - first);
    FactorStatistics sum = FactorStatistics.ofArray(count, theta.d(), part.data());
    while (parts.hasNext()) {
      sum.merge(FactorStatistics.ofArray(count, theta.d(), parts.next().data()));
    }
    if (count == 0) {
      return new Done(null, sum.toArray());
    }
    return new Done(
        new MaximizationStep(prior, task.omega(), features)
            .columns(sum, first, theta, Workers.single()),
        null);
  }
}
