package org.slrm.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import org.jspecify.annotations.Nullable;
import org.slrm.data.ColumnStatistics;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.auto.recipe.FinalRows;
import org.slrm.internal.factor.Completions;
import org.slrm.internal.factor.ExpectationMaximization;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.LikelihoodSolver;
import org.slrm.internal.predict.MissingIndicators;
import org.slrm.internal.regression.FoldedProblem;
import org.slrm.internal.regression.GramProblem;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.regression.RidgePath;
import org.slrm.internal.run.Workers;
import org.slrm.result.FitListener;
import scala.Tuple2;

/** All rows of a fit by {@code auto}, in the partitions of a cluster, in scaled units. */
final class SparkFinalRows implements FinalRows {
  private final JavaRDD<RowBlock> blocks;
  private final ColumnStatistics statistics;
  private final int rows;
  private final int targets;
  private final long seed;
  private final int block;
  private final Jobs jobs;
  private @Nullable JavaRDD<RowBlock> labelFree;
  private final List<SparkFinalRows> wider = new ArrayList<>();

  SparkFinalRows(
      JavaRDD<RowBlock> blocks,
      ColumnStatistics statistics,
      int rows,
      int targets,
      long seed,
      int block,
      Jobs jobs) {
    this.blocks = blocks;
    this.statistics = statistics;
    this.rows = rows;
    this.targets = targets;
    this.seed = seed;
    this.block = block;
    this.jobs = jobs;
  }

  @Override
  public ColumnStatistics features() {
    return statistics;
  }

  private int width() {
    return statistics.columns();
  }

  @Override
  public ExpectationMaximization.Result joint(
      LikelihoodSolver solver, @Nullable Factors start, FitListener listener) {
    return solver.joint(rows(blocks, targets, solver, "joint"), targets, start, listener);
  }

  @Override
  public ExpectationMaximization.Result labelFree(
      LikelihoodSolver solver, @Nullable Factors start, FitListener listener) {
    JavaRDD<RowBlock> x = labelFree;
    if (x == null) {
      x = blocks.map(RowBlock::labelFree).persist(SparkFit.LEVEL);
      labelFree = x;
    }
    return solver.labelFree(rows(x, 0, solver, "label-free"), start, listener);
  }

  private SparkRows rows(JavaRDD<RowBlock> of, int labels, LikelihoodSolver solver, String what) {
    int columns = width() + labels;
    Sharding sharding =
        Sharding.of(block, columns, solver.rank(), of.getNumPartitions(), jobs.context().getConf());
    String name = what + ", rank " + solver.rank();
    return new SparkRows(of, rows, width(), columns, sharding, jobs.of(name));
  }

  @Override
  public PenaltyChoice lasso(Factors x, boolean completed, int target) {
    Regression task = new Regression(x, completed, target, width(), seed);
    List<GramProblem> folds = moments(task, PenaltyChoice.FOLDS);
    return PenaltyChoice.of(FoldedProblem.of(folds), 1, Workers.single());
  }

  @Override
  public PenaltyChoice ridge(Factors x, int target) {
    Regression task = new Regression(x, true, target, width(), seed);
    GramProblem moments = moments(task, 1).get(0);
    double[] sent = moments.toArray();
    Broadcast<double[]> known = jobs.context().broadcast(sent);
    Broadcast<Regression> how = jobs.context().broadcast(task);
    int p = width();
    try {
      double[] errors =
          SparkRows.added(
              jobs,
              "ridge, errors left out",
              blocks,
              RidgePath.points(),
              it -> {
                RidgePath path = new RidgePath(GramProblem.ofArray(known.value(), p));
                double[] sum = new double[RidgePath.points()];
                while (it.hasNext()) {
                  Labelled l = Labelled.of(it.next(), how.value(), 0, 1);
                  for (int i = 0; i < l.y.length; i++) {
                    path.leftOut(l.x, i * p, l.y[i], l.weights[i], sum);
                  }
                }
                return SparkRows.one(sum);
              });
      return new RidgePath(moments).choice(errors);
    } finally {
      known.destroy();
      how.destroy();
    }
  }

  /** Second moments of each fold. */
  private List<GramProblem> moments(Regression task, int folds) {
    Broadcast<Regression> sent = jobs.context().broadcast(task);
    int p = task.regressors();
    try {
      List<double[]> all =
          jobs.run(
              "moments of " + p + " regressors",
              () ->
                  OrderedSums.collect(
                      blocks.mapPartitionsWithIndex(
                          (k, it) -> new Parts(k, it, sent.value(), folds), true),
                      folds,
                      it -> merged(it, p)));
      return all.stream().map(a -> GramProblem.ofArray(a, p)).toList();
    } finally {
      sent.destroy();
    }
  }

  private static Iterator<double[]> merged(
      Iterator<Tuple2<OrderedSums.Key, double[]>> parts, int p) {
    if (!parts.hasNext()) {
      return List.<double[]>of().iterator();
    }
    GramProblem sum = GramProblem.ofArray(parts.next()._2(), p);
    while (parts.hasNext()) {
      sum = GramProblem.merge(List.of(sum, GramProblem.ofArray(parts.next()._2(), p)));
    }
    return SparkRows.one(sum.toArray());
  }

  /** A regression of a target on codes or completed features. */
  record Regression(Factors x, boolean completed, int target, int features, long seed)
      implements Serializable {
    int regressors() {
      return completed ? features : x.d();
    }
  }

  /** Moments of one block and fold after another. */
  private static final class Parts implements Iterator<Tuple2<OrderedSums.Key, double[]>> {
    private final int partition;
    private final Iterator<RowBlock> blocks;
    private final Regression task;
    private final int folds;
    private final List<Tuple2<OrderedSums.Key, double[]>> ready = new ArrayList<>();
    private int chunk;

    Parts(int partition, Iterator<RowBlock> blocks, Regression task, int folds) {
      this.partition = partition;
      this.blocks = blocks;
      this.task = task;
      this.folds = folds;
    }

    @Override
    public boolean hasNext() {
      while (ready.isEmpty() && blocks.hasNext()) {
        Labelled all = Labelled.of(blocks.next(), task, partition * 1_000_003L + chunk, folds);
        for (int f = 0; f < folds; f++) {
          double[] moments = all.moments(f, task.regressors());
          if (moments != null) {
            ready.add(new Tuple2<>(new OrderedSums.Key(f, partition, chunk), moments));
          }
        }
        chunk++;
      }
      return !ready.isEmpty();
    }

    @Override
    public Tuple2<OrderedSums.Key, double[]> next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return ready.remove(0);
    }
  }

  /** The labelled rows of a block: regressors, labels, weights and folds. */
  private record Labelled(double[] x, double[] y, double[] weights, int[] fold) {
    static Labelled of(RowBlock b, Regression task, long number, int folds) {
      IncompleteMatrix z = b.z();
      int label = task.features + task.target;
      int[] rows =
          java.util.stream.IntStream.range(0, z.rows())
              .filter(i -> !Double.isNaN(z.valueAt(i, label)))
              .toArray();
      IncompleteMatrix x = z.selectRows(rows).firstColumns(task.features);
      Completions c = Completions.of(task.x, x, task.completed, Workers.single());
      java.util.SplittableRandom random = new java.util.SplittableRandom(task.seed * 31 + number);
      double[] y = new double[rows.length];
      double[] w = new double[rows.length];
      int[] fold = new int[rows.length];
      for (int r = 0; r < rows.length; r++) {
        y[r] = z.valueAt(rows[r], label);
        w[r] = b.weight(rows[r]);
        fold[r] = random.nextInt(folds);
      }
      return new Labelled(task.completed ? c.features() : c.codes(), y, w, fold);
    }

    /** Moments of one fold's rows, null without any. */
    double @Nullable [] moments(int f, int p) {
      int n = (int) java.util.Arrays.stream(fold).filter(k -> k == f).count();
      if (n == 0) {
        return null;
      }
      double[] rows = new double[n * p];
      double[] labels = new double[n];
      double[] w = new double[n];
      for (int r = 0, to = 0; r < fold.length; r++) {
        if (fold[r] == f) {
          System.arraycopy(x, r * p, rows, to * p, p);
          labels[to] = y[r];
          w[to++] = weights[r];
        }
      }
      return GramProblem.ofRows(rows, p, labels, w).toArray();
    }
  }

  @Override
  public FinalRows with(MissingIndicators indicators) {
    int[] source = indicators.source();
    double[] share = indicators.share();
    int p = width();
    JavaRDD<RowBlock> both =
        blocks.map(b -> b.with(new MissingIndicators(p, source, share))).persist(SparkFit.LEVEL);
    int columns = p + Math.max(0, indicators.count());
    ColumnStatistics all = SparkRows.statistics(both, columns + targets, jobs);
    SparkFinalRows out =
        new SparkFinalRows(
            both, all.columns(0, columns), rows, targets, seed, block, jobs.of("with indicators"));
    wider.add(out);
    return out;
  }

  /** Lets go of what was kept in memory. */
  void forget() {
    if (labelFree != null) {
      labelFree.unpersist();
    }
    for (SparkFinalRows more : wider) {
      more.forget();
      more.blocks.unpersist();
    }
  }
}
