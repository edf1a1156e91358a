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
import org.slrm.internal.partition.DistributedRows.Part;
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
public final class DistributedFinalRows implements FinalRows {
  private final DistributedRows blocks;
  private final int features;
  private final int rows;
  private final List<Label> kinds;
  private final int targets;
  private final IterationSettings settings;
  private @Nullable ColumnStatistics statistics;
  private @Nullable DistributedRows labelFree;
  private final List<DistributedFinalRows> derived = new ArrayList<>();

  /**
   * Settings of the iterations.
   *
   * @param seed determines the folds
   * @param featureBlock columns per block of statistics; 0 to decide by size, −1 for a single block
   * @param maxPasses maximum number of iterations of a fit over all rows
   */
  public record IterationSettings(long seed, int featureBlock, int maxPasses) {}

  public DistributedFinalRows(
      DistributedRows blocks,
      int features,
      int rows,
      List<Label> kinds,
      IterationSettings settings) {
    this.blocks = blocks;
    this.features = features;
    this.rows = rows;
    this.kinds = kinds;
    targets = kinds.size();
    this.settings = settings;
  }

  @Override
  public int maxPasses() {
    return settings.maxPasses;
  }

  /** Statistics of the features, computed on first use. */
  @Override
  public ColumnStatistics features() {
    ColumnStatistics found = statistics;
    if (found == null) {
      found = DistributedLikelihoodRows.statistics(blocks, features + targets).columns(0, features);
      statistics = found;
    }
    return found;
  }

  /** Pairwise moments of all rows; empty for weighted rows. */
  @Override
  public Optional<LabelledMoments> moments() {
    List<Label> labels = kinds;
    LabelledMoments all = null;
    for (PairwiseMoments part :
        blocks.perPartition("pairwise moments", (k, it) -> PairwiseMoments.of(it, labels))) {
      if (part.weighted) {
        return Optional.empty();
      }
      all = part.mergeInto(all);
    }
    return Optional.ofNullable(all);
  }

  /**
   * Pairwise moments of a partition.
   *
   * @param sums the moments; null without rows
   * @param weighted whether some row has a weight other than 1, which pairwise moments do not
   *     support
   */
  private record PairwiseMoments(@Nullable LabelledMoments sums, boolean weighted)
      implements Serializable {
    static PairwiseMoments of(Iterator<RowBlock> blocks, List<Label> kinds) {
      PairwiseMoments sum = new PairwiseMoments(null, false);
      while (blocks.hasNext() && !sum.weighted) {
        RowBlock b = blocks.next();
        TrainingData rows = new TrainingData(b.x(), b.y(), b.weights(), kinds);
        int[] all = IntStream.range(0, rows.x().rows()).toArray();
        LabelledMoments next = LabelledMoments.of(rows, all, Workers.single());
        sum =
            new PairwiseMoments(
                new PairwiseMoments(next, false).mergeInto(sum.sums), rows.weights() != null);
      }
      return sum;
    }

    /** Merges these moments into the moments of earlier rows. */
    @Nullable LabelledMoments mergeInto(@Nullable LabelledMoments earlier) {
      return sums == null ? earlier : earlier == null ? sums : earlier.plus(sums, 1);
    }
  }

  @Override
  public MixtureRun.MixtureResult mixture(
      MixtureSolver solver, Factors one, TrainingData sample, FitContext context) {
    return solver.fit(sample, one, new DistributedMixtureRows(blocks.named("mixture")), context);
  }

  @Override
  public boolean inOnePiece(int rank) {
    return sharding(blocks, features + targets, rank).whole();
  }

  private Sharding sharding(DistributedRows of, int columns, int rank) {
    return Sharding.of(settings.featureBlock, columns, rank, of.partitions(), of.capacity());
  }

  @Override
  public ExpectationMaximization.Result joint(
      LikelihoodSolver solver, @Nullable Factors start, FitListener listener) {
    return solver.joint(rows(blocks, targets, solver, "joint"), kinds, start, listener);
  }

  @Override
  public ExpectationMaximization.Result labelFree(
      LikelihoodSolver solver, @Nullable Factors start, FitListener listener) {
    DistributedRows x = labelFree;
    if (x == null) {
      x = blocks.mapped((k, it) -> new ChangedBlocks(it, RowBlock::labelFree));
      labelFree = x;
    }
    return solver.labelFree(rows(x, 0, solver, "label-free"), start, listener);
  }

  private DistributedLikelihoodRows rows(
      DistributedRows blocks, int labels, LikelihoodSolver solver, String phase) {
    int columns = features + labels;
    Sharding sharding = sharding(blocks, columns, solver.rank());
    String name = phase + ", rank " + solver.rank();
    return new DistributedLikelihoodRows(blocks.named(name), rows, features, columns, sharding);
  }

  @Override
  public PenaltyChoice lasso(Factors x, boolean imputed, int target) {
    RegressionTask task = new RegressionTask(x, imputed, target, features, settings.seed);
    List<GramProblem> folds = moments(task, PenaltyChoice.FOLDS);
    return PenaltyChoice.of(FoldedProblem.of(folds), 1, Workers.single());
  }

  @Override
  public PenaltyChoice ridge(Factors x, int target) {
    RegressionTask task = new RegressionTask(x, true, target, features, settings.seed);
    GramProblem moments = moments(task, 1).get(0);
    double[] momentArray = moments.toArray();
    int p = features;
    double[] errors =
        DistributedLikelihoodRows.added(
            blocks,
            "ridge, leave-one-out errors",
            RidgePath.POINTS,
            (k, it) -> {
              RidgePath path = new RidgePath(GramProblem.ofArray(momentArray, p));
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

  /** Second moments of the rows of each fold. */
  private List<GramProblem> moments(RegressionTask task, int folds) {
    int p = task.regressors();
    return blocks
        .perKey(
            "moments of " + p + " regressors",
            folds,
            (k, it) -> new Parts(k, it, task, folds),
            it -> merged(it, p))
        .stream()
        .map(a -> GramProblem.ofArray(a, p))
        .toList();
  }

  private static double[] merged(Iterator<Part> parts, int p) {
    GramProblem sum = GramProblem.ofArray(parts.next().data(), p);
    while (parts.hasNext()) {
      sum = GramProblem.merge(List.of(sum, GramProblem.ofArray(parts.next().data(), p)));
    }
    return sum.toArray();
  }

  /** A regression of a target on factor scores or imputed features. */
  record RegressionTask(Factors x, boolean imputed, int target, int features, long seed)
      implements Serializable {
    int regressors() {
      return imputed ? features : x.d();
    }
  }

  /** Moments over all blocks; emits one fold at a time to limit the shuffle size. */
  private static final class Parts implements Iterator<Part> {
    private final int partition;
    private final Iterator<RowBlock> blocks;
    private final RegressionTask task;
    private final int folds;
    private @Nullable Iterator<Part> parts;

    Parts(int partition, Iterator<RowBlock> blocks, RegressionTask task, int folds) {
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
    public Part next() {
      return parts().next();
    }

    private Iterator<Part> parts() {
      Iterator<Part> created = parts;
      if (created == null) {
        GramProblem[] sums = sums();
        created =
            IntStream.range(0, folds)
                .filter(f -> sums[f] != null)
                .mapToObj(f -> new Part(f, partition, 0, sums[f].toArray()))
                .iterator();
        parts = created;
      }
      return created;
    }

    /** The moments of each fold; null for a fold without rows. */
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
    static Labelled of(RowBlock b, RegressionTask task, long number, int folds) {
      IncompleteMatrix z = b.z();
      int label = task.features + task.target;
      int[] rows =
          IntStream.range(0, z.rows()).filter(i -> !Double.isNaN(z.valueAt(i, label))).toArray();
      IncompleteMatrix x = z.selectRows(rows).firstColumns(task.features);
      ImputedFeatures imputed = ImputedFeatures.of(task.x, x, task.imputed, Workers.single());
      SplittableRandom random = new SplittableRandom(task.seed * 31 + number);
      double[] y = new double[rows.length];
      double[] w = new double[rows.length];
      int[] fold = new int[rows.length];
      for (int r = 0; r < rows.length; r++) {
        y[r] = z.valueAt(rows[r], label);
        w[r] = b.weight(rows[r]);
        fold[r] = random.nextInt(folds);
      }
      return new Labelled(task.imputed ? imputed.features() : imputed.scores(), y, w, fold);
    }

    /** Moments of the rows of a fold; null if the fold has no rows. */
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
    DistributedRows transformed =
        blocks.mapped((k, it) -> new ChangedBlocks(it, b -> b.transformed(transforms)));
    return derived(transformed.named("transformed"), features);
  }

  @Override
  public FinalRows with(MissingIndicators indicators) {
    int[] source = indicators.source();
    double[] fraction = indicators.fraction();
    int p = features;
    DistributedRows extended =
        blocks.mapped(
            (k, it) ->
                new ChangedBlocks(it, b -> b.with(new MissingIndicators(p, source, fraction))));
    int columns = p + Math.max(0, indicators.count());
    return derived(extended.named("with indicators"), columns);
  }

  private DistributedFinalRows derived(DistributedRows to, int columns) {
    DistributedFinalRows out = new DistributedFinalRows(to, columns, rows, kinds, settings);
    derived.add(out);
    return out;
  }

  /** Releases the rows in memory. */
  public void release() {
    if (labelFree != null) {
      labelFree.release();
    }
    for (DistributedFinalRows rows : derived) {
      rows.release();
      rows.blocks.release();
    }
  }
}
