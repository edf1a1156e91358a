package org.slrm.internal.cluster;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;
import org.slrm.data.ColumnStatistics;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.auto.recipe.FinalRows;
import org.slrm.internal.factor.ExpectationMaximization;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.LikelihoodSolver;
import org.slrm.internal.factor.member.Completions;
import org.slrm.internal.label.Label;
import org.slrm.internal.predict.MissingIndicators;
import org.slrm.internal.regression.FoldedProblem;
import org.slrm.internal.regression.GramProblem;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.regression.RidgePath;
import org.slrm.internal.run.Workers;
import org.slrm.result.FitListener;

/** All rows of a fit by {@code auto}, in the partitions of a cluster, in scaled units. */
@SuppressWarnings("serial") // Tasks run in executors of this very program.
final class SpreadFinalRows implements FinalRows {
  private final SpreadRows blocks;
  private final ColumnStatistics statistics;
  private final int rows;
  private final List<Label> kinds;
  private final int targets;
  private final long seed;
  private final int block;
  private @Nullable SpreadRows labelFree;
  private final List<SpreadFinalRows> wider = new ArrayList<>();

  SpreadFinalRows(
      SpreadRows blocks,
      ColumnStatistics statistics,
      int rows,
      List<Label> kinds,
      long seed,
      int block) {
    this.blocks = blocks;
    this.statistics = statistics;
    this.rows = rows;
    this.kinds = kinds;
    targets = kinds.size();
    this.seed = seed;
    this.block = block;
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
    return solver.joint(rows(blocks, targets, solver, "joint"), kinds, start, listener);
  }

  @Override
  public ExpectationMaximization.Result labelFree(
      LikelihoodSolver solver, @Nullable Factors start, FitListener listener) {
    SpreadRows x = labelFree;
    if (x == null) {
      x = blocks.mapped((k, it) -> new ChangedBlocks(it, RowBlock::labelFree));
      labelFree = x;
    }
    return solver.labelFree(rows(x, 0, solver, "label-free"), start, listener);
  }

  private SpreadLikelihoodRows rows(
      SpreadRows of, int labels, LikelihoodSolver solver, String what) {
    int columns = width() + labels;
    Sharding sharding = Sharding.of(block, columns, solver.rank(), of.partitions(), of.capacity());
    String name = what + ", rank " + solver.rank();
    return new SpreadLikelihoodRows(of.named(name), rows, width(), columns, sharding);
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
    double[] known = moments.toArray();
    int p = width();
    double[] errors =
        SpreadLikelihoodRows.added(
            blocks,
            "ridge, errors left out",
            RidgePath.points(),
            (k, it) -> {
              RidgePath path = new RidgePath(GramProblem.ofArray(known, p));
              double[] sum = new double[RidgePath.points()];
              while (it.hasNext()) {
                Labelled l = Labelled.of(it.next(), task, 0, 1);
                for (int i = 0; i < l.y.length; i++) {
                  path.leftOut(l.x, i * p, l.y[i], l.weights[i], sum);
                }
              }
              return sum;
            });
    return new RidgePath(moments).choice(errors);
  }

  /** Second moments of each fold. */
  private List<GramProblem> moments(Regression task, int folds) {
    int p = task.regressors();
    return blocks
        .perNumber(
            "moments of " + p + " regressors",
            folds,
            (k, it) -> new Parts(k, it, task, folds),
            it -> merged(it, p))
        .stream()
        .map(a -> GramProblem.ofArray(a, p))
        .toList();
  }

  private static double[] merged(Iterator<SpreadRows.Part> parts, int p) {
    GramProblem sum = GramProblem.ofArray(parts.next().data(), p);
    while (parts.hasNext()) {
      sum = GramProblem.merge(List.of(sum, GramProblem.ofArray(parts.next().data(), p)));
    }
    return sum.toArray();
  }

  /** A regression of a target on codes or completed features. */
  record Regression(Factors x, boolean completed, int target, int features, long seed)
      implements Serializable {
    int regressors() {
      return completed ? features : x.d();
    }
  }

  /** Moments of one block and fold after another. */
  private static final class Parts implements Iterator<SpreadRows.Part> {
    private final int partition;
    private final Iterator<RowBlock> blocks;
    private final Regression task;
    private final int folds;
    private final List<SpreadRows.Part> ready = new ArrayList<>();
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
            ready.add(new SpreadRows.Part(f, partition, chunk, moments));
          }
        }
        chunk++;
      }
      return !ready.isEmpty();
    }

    @Override
    public SpreadRows.Part next() {
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
    SpreadRows both =
        blocks.mapped(
            (k, it) -> new ChangedBlocks(it, b -> b.with(new MissingIndicators(p, source, share))));
    int columns = p + Math.max(0, indicators.count());
    ColumnStatistics all = SpreadLikelihoodRows.statistics(both, columns + targets);
    SpreadFinalRows out =
        new SpreadFinalRows(
            both.named("with indicators"), all.columns(0, columns), rows, kinds, seed, block);
    wider.add(out);
    return out;
  }

  /** Lets go of what was kept in memory. */
  void forget() {
    if (labelFree != null) {
      labelFree.release();
    }
    for (SpreadFinalRows more : wider) {
      more.forget();
      more.blocks.release();
    }
  }
}
