package org.slrm.internal.trees;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.internal.label.MeanLoss;
import org.slrm.internal.run.FitContext;
import org.slrm.method.TreesConfig;
import org.slrm.result.FitListener;

/**
 * Boosting without each fold, all folds side by side, and what it says of the rows left out after
 * every tree: how many trees to grow (F-6), and predictions that no row had a part in. Bins are
 * shared by the folds, as they know no label.
 */
public final class FoldedBoosting {
  /** Trees that every fold grows before errors are looked at. */
  private static final int ROUND = 10;

  private final Target target;
  private final TreesConfig config;
  private final FitContext context;
  private final Boosting[] runs;
  private final int[][] held;
  private final double[][] after;
  private final List<Double> error = new ArrayList<>();
  private double[] best;
  private int trees;

  private FoldedBoosting(
      Bins bins, Target target, int[] fold, TreesConfig config, FitContext context) {
    this.target = target;
    this.config = config;
    this.context = context;
    int[] labelled = target.labelled();
    int folds = IntStream.of(labelled).map(i -> fold[i]).max().orElse(-1) + 1;
    runs = new Boosting[folds];
    held = new int[folds][];
    for (int f = 0; f < folds; f++) {
      int out = f;
      held[f] = IntStream.of(labelled).filter(i -> fold[i] == out).toArray();
      int[] rows = IntStream.of(labelled).filter(i -> fold[i] != out).toArray();
      runs[f] = new Boosting(bins, target, rows, config, FitContext.of(context.seed()));
    }
    after = new double[ROUND + 1][bins.rows()];
    Arrays.stream(after).forEach(a -> Arrays.fill(a, Double.NaN));
    best = new double[0];
  }

  /**
   * What rows left out say.
   *
   * @param trees the number of trees with the least error, or the one asked for
   * @param eta by so many trees, η of each row that was left out, else NaN
   * @param error mean deviance on rows left out, by 0, 1, … trees
   * @param stopped whether the listener ended it early
   */
  public record Judged(int trees, double[] eta, List<Double> error, boolean stopped) {}

  /**
   * Judges numbers of trees.
   *
   * @param fold the fold each row is left out in; rows of fold −1 never are
   */
  public static Judged judge(
      Bins bins, Target target, int[] fold, TreesConfig config, FitContext context) {
    return new FoldedBoosting(bins, target, fold, config, context).run();
  }

  private Judged run() {
    boolean chosen = config.trees() == 0;
    int most = chosen ? config.most() : config.trees();
    boolean stopped = false;
    record(0);
    for (int grown = 0; grown < most && (!chosen || grown < trees + config.patience()); ) {
      stopped = !context.listener().onProgress(progress(grown, most));
      if (stopped) {
        break;
      }
      int count = Math.min(ROUND, most - grown);
      context.workers().run(runs.length, (worker, f) -> grow(f, count));
      for (int c = 1; c <= count; c++) {
        look(grown + c, c);
      }
      grown += count;
    }
    return new Judged(trees, best, error, stopped);
  }

  private FitListener.Progress progress(int grown, int most) {
    return new FitListener.Progress(
        "trees, folds", (double) grown / most, grown, error.get(error.size() - 1));
  }

  /** Before the first tree. */
  private void record(int at) {
    for (int f = 0; f < runs.length; f++) {
      for (int i : held[f]) {
        after[at][i] = runs[f].eta(i);
      }
    }
    look(0, at);
  }

  private void grow(int f, int count) {
    for (int c = 1; c <= count; c++) {
      if (runs[f].grow()) {
        runs[f].follow(held[f]);
      }
      for (int i : held[f]) {
        after[c][i] = runs[f].eta(i);
      }
    }
  }

  private void look(int grown, int at) {
    double now =
        MeanLoss.of(
                target.y().length,
                i -> target.kind().deviance(target.y()[i], after[at][i]),
                i -> target.weights()[i])
            .value();
    boolean better = error.isEmpty() || now < error.get(trees);
    error.add(now);
    if (better || config.trees() > 0) {
      trees = grown;
      best = after[at].clone();
    }
  }
}
