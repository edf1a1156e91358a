package org.slrm.internal.partition;

import java.io.Serializable;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import org.slrm.data.ColumnStatistics;
import org.slrm.internal.factor.ExpectationStep;
import org.slrm.internal.factor.FactorStatistics;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.LocalRows;
import org.slrm.internal.factor.MaximizationStep;
import org.slrm.internal.factor.RowStatistics;
import org.slrm.internal.masking.ObservedValues;
import org.slrm.internal.run.Workers;

/**
 * Rows in the partitions of a cluster. Every request is one job: each partition returns the sums
 * over its rows, which are added in the order of the partitions.
 */
@SuppressWarnings("serial") // Tasks run in executors of this program.
public final class DistributedLikelihoodRows implements RowStatistics {
  private final DistributedRows blocks;
  private final int rows;
  private final int features;
  private final int columns;
  private final Sharding sharding;
  private @Nullable ColumnStatistics statistics;
  private int iteration;

  public DistributedLikelihoodRows(
      DistributedRows blocks, int rows, int features, int columns, Sharding sharding) {
    this.blocks = blocks;
    this.rows = rows;
    this.features = features;
    this.columns = columns;
    this.sharding = sharding;
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public int features() {
    return features;
  }

  @Override
  public ColumnStatistics statistics() {
    ColumnStatistics found = statistics;
    if (found == null) {
      found = statistics(blocks, columns);
      statistics = found;
    }
    return found;
  }

  /** Statistics of the columns of blocks, in two passes. */
  public static ColumnStatistics statistics(DistributedRows blocks, int columns) {
    ColumnStatistics.Sums sums = new ColumnStatistics.Sums(columns);
    blocks
        .perPartition("means of the columns", (k, it) -> sums(it, columns).toArray())
        .forEach(part -> sums.merge(ColumnStatistics.Sums.ofArray(part)));
    double[] mean = sums.mean();
    double[] squares =
        added(
            blocks,
            "variances of the columns",
            columns,
            (k, it) -> {
              double[] sum = new double[mean.length];
              it.forEachRemaining(
                  b -> add(sum, ColumnStatistics.Sums.squares(b.z(), b.weights(), mean)));
              return sum;
            });
    return sums.statistics(squares);
  }

  private static ColumnStatistics.Sums sums(Iterator<RowBlock> blocks, int columns) {
    ColumnStatistics.Sums sums = new ColumnStatistics.Sums(columns);
    blocks.forEachRemaining(b -> sums.add(b.z(), b.weights()));
    return sums;
  }

  @Override
  public double[] project(double[] mu, double[] V, int d) {
    int p = features;
    return added(
        blocks,
        "start",
        V.length + d,
        (k, it) -> {
          double[] sum = new double[V.length + d];
          while (it.hasNext()) {
            LocalRows.project(it.next().plan(), p, mu, V, sum);
          }
          return sum;
        });
  }

  @Override
  public Round round(Factors theta, double[] omega, MaximizationStep maximization) {
    iteration++;
    Task task = new Task(theta, omega);
    String name = "iteration " + iteration;
    return sharding.whole()
        ? whole(name, task, maximization)
        : new ShardedRound(blocks, task, sharding, maximization).run(name);
  }

  /** The input of an E step other than rows. */
  record Task(Factors theta, double[] omega) implements Serializable {}

  private Round whole(String name, Task task, MaximizationStep maximization) {
    return LocalRows.round(whole(name, task), task.theta, maximization, Workers.single());
  }

  private FactorStatistics whole(String name, Task task) {
    int d = task.theta.d();
    FactorStatistics all = new FactorStatistics(columns, d);
    blocks
        .perPartition(name, (k, it) -> expectation(it, task).toArray())
        .forEach(part -> all.merge(FactorStatistics.ofArray(columns, d, part)));
    return all;
  }

  @Override
  public FactorStatistics expectations(Factors theta, double[] omega) {
    iteration++;
    return whole("iteration " + iteration, new Task(theta, omega));
  }

  /** In bins of equal probability under a normal distribution. */
  @Override
  public ObservedValues[] observedValues() {
    if (!sharding.whole()) {
      throw new IllegalArgumentException(
          "missingness must be ignorable for a fit of %s columns, whose statistics exceed the memory of a task, got self-masking"
              .formatted(columns));
    }
    ColumnStatistics s = statistics();
    double[] mean = s.mean();
    double[] variance = s.variance();
    int p = features;
    double[] sums =
        added(
            blocks,
            "observed values",
            ObservedValues.sums(p),
            (k, it) -> {
              double[] sum = new double[ObservedValues.sums(p)];
              it.forEachRemaining(
                  b -> ObservedValues.add(b.z(), b.weights(), mean, variance, p, sum));
              return sum;
            });
    return ObservedValues.of(sums, p);
  }

  private static FactorStatistics expectation(Iterator<RowBlock> blocks, Task task) {
    FactorStatistics sum = new FactorStatistics(task.theta.columns(), task.theta.d());
    if (blocks.hasNext()) {
      ExpectationStep step = new ExpectationStep(task.theta, task.omega);
      while (blocks.hasNext()) {
        sum.merge(step.run(blocks.next().plan(), Workers.single()));
      }
    }
    return sum;
  }

  /** The sum of one array per partition, in the order of the partitions. */
  public static double[] added(
      DistributedRows blocks,
      String name,
      int length,
      DistributedRows.PartitionTask<double[]> sums) {
    double[] all = new double[length];
    blocks.perPartition(name, sums).forEach(part -> add(all, part));
    return all;
  }

  private static void add(double[] to, double[] from) {
    for (int k = 0; k < to.length; k++) {
      to[k] += from[k];
    }
  }
}
