package org.slrm.spark;

import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.jspecify.annotations.Nullable;
import org.slrm.data.ColumnStatistics;
import org.slrm.data.ColumnSums;
import org.slrm.internal.factor.ExpectationStep;
import org.slrm.internal.factor.FactorStatistics;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.LikelihoodRows;
import org.slrm.internal.factor.LocalRows;
import org.slrm.internal.factor.MaximizationStep;
import org.slrm.internal.run.Workers;

/**
 * Rows in the partitions of a cluster. Every question is one job: parameters are broadcast, each
 * partition answers with core's own sums, and the answers are added up in the order of the
 * partitions, whichever came first.
 */
final class SparkRows implements LikelihoodRows {
  private final JavaRDD<RowBlock> blocks;
  private final int rows;
  private final int features;
  private final int columns;
  private final Sharding sharding;
  private final Jobs jobs;
  private @Nullable ColumnStatistics known;

  SparkRows(
      JavaRDD<RowBlock> blocks, int rows, int features, int columns, Sharding sharding, Jobs jobs) {
    this.blocks = blocks;
    this.rows = rows;
    this.features = features;
    this.columns = columns;
    this.sharding = sharding;
    this.jobs = jobs;
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
    ColumnStatistics found = known;
    if (found == null) {
      found = statistics(blocks, columns, jobs);
      known = found;
    }
    return found;
  }

  /** Statistics of the columns of blocks in two passes. */
  static ColumnStatistics statistics(JavaRDD<RowBlock> blocks, int columns, Jobs jobs) {
    ColumnSums sums =
        jobs.run(
            "means of the columns",
            () -> {
              ColumnSums all = new ColumnSums(columns);
              blocks
                  .mapPartitions(it -> one(sums(it, columns).toArray()))
                  .collect()
                  .forEach(part -> all.merge(ColumnSums.ofArray(part)));
              return all;
            });
    double[] mean = sums.mean();
    double[] squares =
        added(
            jobs,
            "variances of the columns",
            blocks,
            columns,
            it -> {
              double[] sum = new double[mean.length];
              it.forEachRemaining(b -> add(sum, ColumnSums.squares(b.z(), b.weights(), mean)));
              return one(sum);
            });
    return sums.statistics(squares);
  }

  private static ColumnSums sums(Iterator<RowBlock> blocks, int columns) {
    ColumnSums sums = new ColumnSums(columns);
    blocks.forEachRemaining(b -> sums.add(b.z(), b.weights()));
    return sums;
  }

  @Override
  public double[] project(double[] mu, double[] V, int d) {
    Broadcast<double[][]> sent = jobs.context().broadcast(new double[][] {mu, V});
    int p = features;
    try {
      return added(
          jobs,
          "start",
          blocks,
          V.length + d,
          it -> {
            double[] sum = new double[sent.value()[1].length + d];
            while (it.hasNext()) {
              LocalRows.project(it.next().plan(), p, sent.value()[0], sent.value()[1], sum);
            }
            return one(sum);
          });
    } finally {
      sent.destroy();
    }
  }

  @Override
  public Round round(Factors theta, double[] omega, MaximizationStep maximization) {
    Broadcast<Task> task = jobs.context().broadcast(new Task(theta, omega));
    try {
      return sharding.whole()
          ? whole(task, theta, maximization)
          : new ShardedRound(blocks, task, sharding, maximization).run(jobs);
    } finally {
      task.destroy();
    }
  }

  /** What an E step needs besides rows. */
  record Task(Factors theta, double[] omega) implements Serializable {}

  private Round whole(Broadcast<Task> task, Factors theta, MaximizationStep maximization) {
    int p = columns;
    int d = theta.d();
    FactorStatistics sum =
        jobs.iteration(
            () -> {
              FactorStatistics all = new FactorStatistics(p, d);
              blocks
                  .mapPartitions(it -> one(expectation(it, task.value()).toArray()))
                  .collect()
                  .forEach(part -> all.merge(FactorStatistics.ofArray(p, d, part)));
              return all;
            });
    return LocalRows.round(sum, theta, maximization, Workers.single());
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

  /** Sums of one array per partition, added up in the order of the partitions. */
  static double[] added(
      Jobs jobs,
      String what,
      JavaRDD<RowBlock> blocks,
      int length,
      FlatMapFunction<Iterator<RowBlock>, double[]> sums) {
    return jobs.run(
        what,
        () -> {
          double[] all = new double[length];
          blocks.mapPartitions(sums).collect().forEach(part -> add(all, part));
          return all;
        });
  }

  static void add(double[] to, double[] from) {
    for (int k = 0; k < to.length; k++) {
      to[k] += from[k];
    }
  }

  static <T> Iterator<T> one(T value) {
    return List.of(value).iterator();
  }
}
