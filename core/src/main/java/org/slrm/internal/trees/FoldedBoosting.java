package org.slrm.internal.trees;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.internal.label.MeanLoss;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.Workers;
import org.slrm.method.TreesConfig;
import org.slrm.result.FitListener;

/**
 * Boosting without each fold, all folds side by side, with held-out predictions after every tree.
 * They choose the number of trees (F-6) and are predictions by trees that never used the row. Bins
 * are shared by the folds, since they use no labels.
 */
public final class FoldedBoosting {
  /** Trees that every fold grows before the error is checked. */
  private static final int ROUND = 10;

  /** Least relative reduction of the error that continues the search; less is negligible. */
  private static final double MIN_GAIN = 5e-4;

  private final List<BoostedColumn> columns;
  private final TreesConfig config;
  private final FitContext context;
  private final JointBoosting[] runs;
  private final int[][] heldOut;
  private final double[][] after;
  private final List<Double> error = new ArrayList<>();
  private double[] best;
  private int trees;
  private int lastGain;

  private FoldedBoosting(
      List<BoostedColumn> columns, int[] fold, TreesConfig config, FitContext context) {
    this.columns = columns;
    this.config = config;
    this.context = context;
    int[] labelled = columns.get(0).target().labelled();
    int folds = IntStream.of(labelled).map(i -> fold[i]).max().orElse(-1) + 1;
    runs = new JointBoosting[folds];
    heldOut = new int[folds][];
    // The folds use the threads in parallel; a single fold uses all of them.
    Workers workers = folds == 1 ? context.workers() : Workers.single();
    FitContext ofFold = new FitContext(context.seed(), workers, FitListener.NONE, null);
    for (int f = 0; f < folds; f++) {
      int out = f;
      heldOut[f] = IntStream.of(labelled).filter(i -> fold[i] == out).toArray();
      int[] rows = IntStream.of(labelled).filter(i -> fold[i] != out).toArray();
      runs[f] = new JointBoosting(columns, rows, config, ofFold);
    }
    after = new double[ROUND + 1][fold.length * columns.size()];
    Arrays.stream(after).forEach(a -> Arrays.fill(a, Double.NaN));
    best = new double[0];
  }

  /**
   * Results on held-out rows.
   *
   * @param trees the number of trees with the smallest error, or the given one
   * @param eta with that number of trees, η of each held-out row, otherwise NaN; rows × columns
   * @param error mean deviance on held-out rows, by 0, 1, … trees
   * @param stopped whether the listener ended it early
   */
  public record FoldedFit(int trees, double[] eta, List<Double> error, boolean stopped) {
    /** η of one of the given number of columns. */
    double[] eta(int columns, int column) {
      double[] out = new double[eta.length / columns];
      Arrays.setAll(out, i -> eta[i * columns + column]);
      return out;
    }

    /** Mean deviance of a column on held-out rows, one class against all others. */
    public double error(List<BoostedColumn> columns, int column) {
      int width = columns.size();
      if (width == 1) {
        return error.get(trees);
      }
      TreeTarget t = columns.get(column).target();
      return MeanLoss.of(
              t.y().length,
              i -> {
                double[] at = Arrays.copyOfRange(eta, i * width, (i + 1) * width);
                return t.kind().deviance(t.y()[i], at[column] - JointBoosting.others(at, column));
              },
              i -> t.weights()[i])
          .value();
    }
  }

  /**
   * Evaluates numbers of trees for the classes of a target, or for one column.
   *
   * @param fold the fold that holds each row out; rows of fold −1 are never held out
   */
  public static FoldedFit evaluate(
      List<BoostedColumn> columns, int[] fold, TreesConfig config, FitContext context) {
    return new FoldedBoosting(columns, fold, config, context).run();
  }

  private FoldedFit run() {
    boolean chosen = config.trees() == 0;
    int limit = chosen ? config.search().most() : config.trees();
    boolean stopped = false;
    for (int f = 0; f < runs.length; f++) {
      store(f, 0);
    }
    recordErrors(0, 0);
    for (int grown = 0;
        grown < limit && (!chosen || grown < lastGain + config.search().patience()); ) {
      stopped = !context.listener().onProgress(progress(grown, limit));
      if (stopped) {
        break;
      }
      int count = Math.min(ROUND, limit - grown);
      context.workers().run(runs.length, (worker, f) -> grow(f, count));
      for (int c = 1; c <= count; c++) {
        recordErrors(grown + c, c);
      }
      grown += count;
    }
    return new FoldedFit(trees, best, error, stopped);
  }

  private FitListener.Progress progress(int grown, int limit) {
    return new FitListener.Progress(
        "trees, folds", (double) grown / limit, grown, error.get(error.size() - 1));
  }

  private void store(int f, int at) {
    int width = columns.size();
    for (int i : heldOut[f]) {
      for (int c = 0; c < width; c++) {
        after[at][i * width + c] = runs[f].eta(c, i);
      }
    }
  }

  private void grow(int f, int count) {
    for (int c = 1; c <= count; c++) {
      if (runs[f].grow()) {
        runs[f].updateOthers(heldOut[f]);
      }
      store(f, c);
    }
  }

  private void recordErrors(int grown, int at) {
    int width = columns.size();
    TreeTarget target = columns.get(0).target();
    double current =
        MeanLoss.of(
                target.y().length,
                i ->
                    JointBoosting.deviance(
                        columns, i, Arrays.copyOfRange(after[at], i * width, (i + 1) * width)),
                i -> target.weights()[i])
            .value();
    boolean better = error.isEmpty() || current < error.get(trees);
    if (error.isEmpty() || current < (1 - MIN_GAIN) * error.get(lastGain)) {
      lastGain = grown;
    }
    error.add(current);
    if (better || config.trees() > 0) {
      trees = grown;
      best = after[at].clone();
    }
  }
}
