package org.slrm.internal.partition;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.data.ColumnStatistics;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.factor.ExpectationMaximization;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.LikelihoodSolver;
import org.slrm.internal.factor.member.ImputedFeatures;
import org.slrm.internal.factor.moments.LabelledMoments;
import org.slrm.internal.label.Label;
import org.slrm.internal.mixture.MixtureRun;
import org.slrm.internal.mixture.MixtureSolver;
import org.slrm.internal.predict.MissingIndicators;
import org.slrm.internal.regression.FoldedProblem;
import org.slrm.internal.regression.GramProblem;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.regression.RidgePath;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.internal.selection.rows.FinalRows;
import org.slrm.internal.transform.FeatureTransforms;
import org.slrm.result.FitListener;

/** All rows of a fit by {@code auto}, in the partitions of a cluster, in scaled units. */
@SuppressWarnings("serial") // Tasks run in executors of this program.
public final class SpreadFinalRows implements FinalRows {
  private final SpreadRows blocks;
  private final int features;
  private final int rows;
  private final List<Label> kinds;
  private final int targets;
  private final Way way;
  private @Nullable ColumnStatistics statistics;
  private @Nullable SpreadRows labelFree;
  private final List<SpreadFinalRows> changed = new ArrayList<>();

  /**
   * Settings of the iterations.
   *
   * @param seed determines the folds
   * @param featureBlock columns per block of statistics; 0 to decide by size, −1 for none
   * @param maxPasses most iterations over all rows of one fit
   */
  public record Way(long seed, int featureBlock, int maxPasses) {}

  public SpreadFinalRows(SpreadRows blocks, int features, int rows, List<Label> kinds, Way way) {
    this.blocks = blocks;
    this.features = features;
    this.rows = rows;
    this.kinds = kinds;
    targets = kinds.size();
    this.way = way;
  }

  @Override
  public int maxPasses() {
    return way.maxPasses;
  }

  /** Computed on first use: most fits need none. */
  @Override
  public ColumnStatistics features() {
    ColumnStatistics found = statistics;
    if (found == null) {
      found = SpreadLikelihoodRows.statistics(blocks, features + targets).columns(0, features);
      statistics = found;
    }
    return found;
  }

  /** Sums of all partitions in their order; none for weighted rows. */
  @Override
  public Optional<LabelledMoments> moments() {
    List<Label> labels = kinds;
    LabelledMoments all = null;
    for (Pairs part : blocks.perPartition("moments of pairs", (k, it) -> Pairs.of(it, labels))) {
      if (part.weighted) {
        return Optional.empty();
      }
      all = part.after(all);
    }
    return Optional.ofNullable(all);
  }

  /**
   * Moments of a partition.
   *
   * @param sums null without rows
   * @param weighted whether some row has a weight other than 1, which pairwise moments do not
   *     support
   */
  private record Pairs(@Nullable LabelledMoments sums, boolean weighted) implements Serializable {
    static Pairs of(Iterator<RowBlock> blocks, List<Label> kinds) {
      Pairs sum = new Pairs(null, false);
      while (blocks.hasNext() && !sum.weighted) {
        RowBlock b = blocks.next();
        TrainingData rows = new TrainingData(b.x(), b.y(), b.weights(), kinds);
        int[] every = IntStream.range(0, rows.x().rows()).toArray();
        LabelledMoments next = LabelledMoments.of(rows, every, Workers.single());
        sum = new Pairs(new Pairs(next, false).after(sum.sums), rows.weights() != null);
      }
      return sum;
    }

    /** Adds later ones. */
    @Nullable LabelledMoments after(@Nullable LabelledMoments before) {
      return sums == null || before == null ? (sums == null ? before : sums) : before.plus(sums, 1);
    }
  }

  @Override
  public MixtureRun.MixtureResult mixture(
      MixtureSolver solver, Factors one, TrainingData sample, FitContext context) {
    return solver.fit(sample, one, new SpreadMixtureRows(blocks.named("subspaces")), context);
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
    int columns = features + labels;
    Sharding sharding =
        Sharding.of(way.featureBlock, columns, solver.rank(), of.partitions(), of.capacity());
    String name = what + ", rank " + solver.rank();
    return new SpreadLikelihoodRows(of.named(name), rows, features, columns, sharding);
  }

  @Override
  public PenaltyChoice lasso(Factors x, boolean imputed, int target) {
    SpreadRegression task = new SpreadRegression(x, imputed, target, features, way.seed);
    List<GramProblem> folds = moments(task, PenaltyChoice.FOLDS);
    return PenaltyChoice.of(FoldedProblem.of(folds), 1, Workers.single());
  }

  @Override
  public PenaltyChoice ridge(Factors x, int target) {
    SpreadRegression task = new SpreadRegression(x, true, target, features, way.seed);
    GramProblem moments = moments(task, 1).get(0);
    double[] known = moments.toArray();
    int p = features;
    double[] errors =
        SpreadLikelihoodRows.added(
            blocks,
            "ridge, errors left out",
            RidgePath.POINTS,
            (k, it) -> {
              RidgePath path = new RidgePath(GramProblem.ofArray(known, p));
              double[] sum = new double[RidgePath.POINTS];
              while (it.hasNext()) {
                Labelled l = Labelled.of(it.next(), task, 0, 1);
                for (int i = 0; i < l.y.length; i++) {
                  path.heldOut(l.x, i * p, l.y[i], l.weights[i], sum);
                }
              }
              return sum;
            });
    return new RidgePath(moments).choice(errors);
  }

  /** Second moments of each fold. */
  private List<GramProblem> moments(SpreadRegression task, int folds) {
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

  /** A regression of a target on factor scores or imputed features. */
  record SpreadRegression(Factors x, boolean imputed, int target, int features, long seed)
      implements Serializable {
    int regressors() {
      return imputed ? features : x.d();
    }
  }

  /** Moments of one fold after another over all blocks: transfers stay small. */
  private static final class Parts implements Iterator<SpreadRows.Part> {
    private final int partition;
    private final Iterator<RowBlock> blocks;
    private final SpreadRegression task;
    private final int folds;
    private @Nullable Iterator<SpreadRows.Part> ready;

    Parts(int partition, Iterator<RowBlock> blocks, SpreadRegression task, int folds) {
      this.partition = partition;
      this.blocks = blocks;
      this.task = task;
      this.folds = folds;
    }

    @Override
    public boolean hasNext() {
      return parts().hasNext();
    }

    @Override
    public SpreadRows.Part next() {
      return parts().next();
    }

    private Iterator<SpreadRows.Part> parts() {
      Iterator<SpreadRows.Part> made = ready;
      if (made == null) {
        GramProblem[] sums = sums();
        made =
            IntStream.range(0, folds)
                .filter(f -> sums[f] != null)
                .mapToObj(f -> new SpreadRows.Part(f, partition, 0, sums[f].toArray()))
                .iterator();
        ready = made;
      }
      return made;
    }

    /** By fold, null for one without rows. */
    private GramProblem[] sums() {
      GramProblem[] sums = new GramProblem[folds];
      for (int chunk = 0; blocks.hasNext(); chunk++) {
        Labelled all = Labelled.of(blocks.next(), task, partition * 1_000_003L + chunk, folds);
        for (int f = 0; f < folds; f++) {
          GramProblem next = all.moments(f, task.regressors());
          if (next != null) {
            sums[f] = sums[f] == null ? next : GramProblem.merge(List.of(sums[f], next));
          }
        }
      }
      return sums;
    }
  }

  /** The labelled rows of a block: regressors, labels, weights and folds. */
  private record Labelled(double[] x, double[] y, double[] weights, int[] fold) {
    static Labelled of(RowBlock b, SpreadRegression task, long number, int folds) {
      IncompleteMatrix z = b.z();
      int label = task.features + task.target;
      int[] rows =
          IntStream.range(0, z.rows()).filter(i -> !Double.isNaN(z.valueAt(i, label))).toArray();
      IncompleteMatrix x = z.selectRows(rows).firstColumns(task.features);
      ImputedFeatures c = ImputedFeatures.of(task.x, x, task.imputed, Workers.single());
      SplittableRandom random = new SplittableRandom(task.seed * 31 + number);
      double[] y = new double[rows.length];
      double[] w = new double[rows.length];
      int[] fold = new int[rows.length];
      for (int r = 0; r < rows.length; r++) {
        y[r] = z.valueAt(rows[r], label);
        w[r] = b.weight(rows[r]);
        fold[r] = random.nextInt(folds);
      }
      return new Labelled(task.imputed ? c.features() : c.scores(), y, w, fold);
    }

    /** Moments of one fold's rows, null without any. */
    @Nullable GramProblem moments(int f, int p) {
      int n = (int) IntStream.of(fold).filter(k -> k == f).count();
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
      return GramProblem.ofRows(rows, p, labels, w);
    }
  }

  @Override
  public FinalRows transformed(FeatureTransforms transforms) {
    SpreadRows transformed =
        blocks.mapped((k, it) -> new ChangedBlocks(it, b -> b.transformed(transforms)));
    return changed(transformed.named("transformed"), features);
  }

  @Override
  public FinalRows with(MissingIndicators indicators) {
    int[] source = indicators.source();
    double[] fraction = indicators.fraction();
    int p = features;
    SpreadRows both =
        blocks.mapped(
            (k, it) ->
                new ChangedBlocks(it, b -> b.with(new MissingIndicators(p, source, fraction))));
    int columns = p + Math.max(0, indicators.count());
    return changed(both.named("with indicators"), columns);
  }

  private SpreadFinalRows changed(SpreadRows to, int columns) {
    SpreadFinalRows out = new SpreadFinalRows(to, columns, rows, kinds, way);
    changed.add(out);
    return out;
  }

  /** Releases the rows in memory. */
  public void forget() {
    if (labelFree != null) {
      labelFree.release();
    }
    for (SpreadFinalRows more : changed) {
      more.forget();
      more.blocks.release();
    }
  }
}
