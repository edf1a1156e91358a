package org.slrm.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.factor.ExpectationStep;
import org.slrm.internal.factor.FactorStatistics;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.LikelihoodRows;
import org.slrm.internal.factor.MaximizationStep;
import org.slrm.internal.factor.Prior;
import org.slrm.internal.factor.Whitening;
import org.slrm.internal.run.Workers;
import scala.Tuple2;

/**
 * E and M step with statistics by blocks of columns: tasks send out one block after another, a
 * shuffle brings the parts of a block together in the order of the partitions, and the M step of
 * its columns is made there. Nobody ever holds all statistics; the driver gets the new parameters.
 */
final class ShardedRound {
  private final JavaRDD<RowBlock> blocks;
  private final Broadcast<SparkRows.Task> task;
  private final Sharding sharding;
  private final MaximizationStep maximization;

  ShardedRound(
      JavaRDD<RowBlock> blocks,
      Broadcast<SparkRows.Task> task,
      Sharding sharding,
      MaximizationStep maximization) {
    this.blocks = blocks;
    this.task = task;
    this.sharding = sharding;
    this.maximization = maximization;
  }

  /** What a block comes to: its columns' parameters, or the sums over all rows. */
  private record Done(MaximizationStep.@Nullable Columns columns, double @Nullable [] total)
      implements Serializable {}

  LikelihoodRows.Round run(Jobs jobs) {
    Factors theta = task.value().theta();
    int p = theta.columns();
    int d = theta.d();
    int width = sharding.block();
    int count = sharding.blocks(p);
    Broadcast<SparkRows.Task> sent = task;
    Prior prior = maximization.prior();
    int features = maximization.features();
    List<Done> done =
        jobs.iteration(
            () ->
                OrderedSums.collect(
                    blocks.mapPartitionsWithIndex(
                        (index, it) -> new Parts(index, it, sent.value(), width), true),
                    count + 1,
                    it -> merged(it, sent.value(), width, prior, features)));
    List<MaximizationStep.Columns> columns = new ArrayList<>();
    FactorStatistics total = new FactorStatistics(0, d);
    for (Done part : done) {
      if (part.columns != null) {
        columns.add(part.columns);
      } else {
        total = FactorStatistics.ofArray(0, d, Objects.requireNonNull(part.total));
      }
    }
    return new Summed(total, maximization.finished(columns, p, d));
  }

  private record Summed(FactorStatistics total, Factors maximized) implements LikelihoodRows.Round {
    @Override
    public double objective() {
      return total.objective();
    }

    @Override
    public @Nullable Whitening whitening() {
      return Whitening.of(total);
    }
  }

  /** The parts of one partition's rows, made one at a time: block after block of columns. */
  private static final class Parts implements Iterator<Tuple2<OrderedSums.Key, double[]>> {
    private final int partition;
    private final Iterator<RowBlock> blocks;
    private final ExpectationStep step;
    private final int columns;
    private final int width;
    private ExpectationStep.@Nullable Codes codes;
    private int chunk = -1;
    private int next;

    Parts(int partition, Iterator<RowBlock> blocks, SparkRows.Task task, int width) {
      this.partition = partition;
      this.blocks = blocks;
      this.width = width;
      columns = task.theta().columns();
      step = ExpectationStep.lean(task.theta(), task.omega());
    }

    @Override
    public boolean hasNext() {
      return codes != null || blocks.hasNext();
    }

    @Override
    public Tuple2<OrderedSums.Key, double[]> next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      ExpectationStep.Codes from = codes;
      if (from == null) {
        from = step.codes(blocks.next().plan());
        codes = from;
        chunk++;
        next = 0;
      }
      OrderedSums.Key key = new OrderedSums.Key(next, partition, chunk);
      int first = next * width;
      next++;
      if (first >= columns) {
        codes = null;
        return new Tuple2<>(key, from.total().toArray());
      }
      int end = Math.min(columns, first + width);
      return new Tuple2<>(key, from.columns(first, end).toArray());
    }
  }

  /** Adds up the parts of the block that came together here, and makes its M step. */
  private static Iterator<Done> merged(
      Iterator<Tuple2<OrderedSums.Key, double[]>> parts,
      SparkRows.Task task,
      int width,
      Prior prior,
      int features) {
    if (!parts.hasNext()) {
      return List.<Done>of().iterator();
    }
    Factors theta = task.theta();
    Tuple2<OrderedSums.Key, double[]> part = parts.next();
    int first = part._1().number() * width;
    int count = Math.max(0, Math.min(theta.columns(), first + width) - first);
    FactorStatistics sum = FactorStatistics.ofArray(count, theta.d(), part._2());
    while (parts.hasNext()) {
      sum.merge(FactorStatistics.ofArray(count, theta.d(), parts.next()._2()));
    }
    if (count == 0) {
      return SparkRows.one(new Done(null, sum.toArray()));
    }
    double[] psi = java.util.Arrays.copyOfRange(theta.psi(), first, first + count);
    return SparkRows.one(
        new Done(
            new MaximizationStep(prior, task.omega(), features)
                .columns(sum, first, psi, Workers.single()),
            null));
  }
}
