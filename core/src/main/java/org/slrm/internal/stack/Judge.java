package org.slrm.internal.stack;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.FitContext;
import org.slrm.internal.TrainingData;
import org.slrm.internal.Workers;
import org.slrm.internal.likelihood.Factors;
import org.slrm.internal.model.Member;
import org.slrm.internal.model.MissingIndicators;
import org.slrm.internal.model.StackSolver;
import org.slrm.select.Folds;
import org.slrm.select.Metrics;

/**
 * Judges recipes on shared folds, or on one part of the rows when there are enough. The fits of a
 * fold are kept and shared by the recipes that need them.
 */
final class Judge {
  private static final int BLOCK = 256;

  private final TrainingData data;
  private final int[] fold;
  private final int folds;
  private final Workers workers;
  private final TrainingSet[] sets;
  private final int[][] heldOut;

  /** Rows of fold −1 are never left out. */
  Judge(TrainingData data, int[] fold, int folds, int maxIterations, FitContext context) {
    this.data = data;
    this.fold = fold;
    this.folds = folds;
    workers = context.workers();
    sets = new TrainingSet[folds];
    heldOut = new int[folds][];
    for (int f = 0; f < folds; f++) {
      heldOut[f] = Folds.of(fold, f);
      // Several folds share out the threads; a single one has them all.
      Workers own = folds == 1 ? workers : Workers.single();
      FitContext single = new FitContext(context.seed() + 1 + f, own, context.listener(), null);
      sets[f] =
          new TrainingSet(
              data.rows(Folds.without(fold, f)), single, maxIterations, new HashMap<>());
    }
  }

  /** Uses these "is missing" indicators in every fold. */
  void indicate(MissingIndicators of) {
    Arrays.stream(sets).forEach(set -> set.indicate(of));
  }

  /** Fits of the first fold, to start others from. */
  Map<TrainingSet.Key, Factors> warmStarts() {
    return sets[0].fits();
  }

  TrainingData data() {
    return data;
  }

  int[] fold() {
    return fold;
  }

  /** Judges a recipe; null when it failed numerically on some fold. */
  @Nullable Trial run(Recipe recipe) {
    int targets = data.y().columns();
    double[] mean = new double[data.x().rows() * targets];
    double[] variance = new double[mean.length];
    Arrays.fill(mean, Double.NaN);
    Arrays.fill(variance, Double.NaN);
    try {
      workers.run(folds, (worker, f) -> judge(recipe, f, mean, variance));
    } catch (ArithmeticException e) {
      return null;
    }
    double[] mse = new double[targets];
    double[] error = new double[targets];
    for (int t = 0; t < targets; t++) {
      double[] label = new double[data.x().rows()];
      double[] prediction = new double[label.length];
      for (int i = 0; i < label.length; i++) {
        label[i] = data.label(i, t);
        prediction[i] = mean[i * targets + t];
      }
      mse[t] = Metrics.mse(label, prediction);
      error[t] = Metrics.mseStandardError(label, prediction);
      if (data.weights() != null) {
        mse[t] = weighted(label, prediction, 0, 1);
        error[t] = Math.sqrt(weighted(label, prediction, mse[t], 2));
      }
    }
    return Arrays.stream(mse).allMatch(Double::isFinite)
        ? new Trial(recipe, mean, variance, mse, error)
        : null;
  }

  /**
   * For power 1 the weighted mean of e² − level, e the error of a row; for power 2 the squared
   * standard error of that mean, Σ w²(e² − level)² / (Σ w)².
   */
  private double weighted(double[] label, double[] prediction, double level, int power) {
    double sum = 0;
    double total = 0;
    for (int i = 0; i < label.length; i++) {
      double e = label[i] - prediction[i];
      if (!Double.isNaN(e)) {
        sum += Math.pow(data.weight(i) * (e * e - level), power);
        total += data.weight(i);
      }
    }
    return sum / Math.pow(total, power);
  }

  private void judge(Recipe recipe, int f, double[] mean, double[] variance) {
    Member member = recipe.fit(sets[f]);
    int[] rows = heldOut[f];
    sets[f]
        .context()
        .workers()
        .run(
            (rows.length + BLOCK - 1) / BLOCK,
            (worker, b) -> {
              int to = Math.min(rows.length, (b + 1) * BLOCK);
              predict(member, Arrays.copyOfRange(rows, b * BLOCK, to), mean, variance);
            });
  }

  private void predict(Member member, int[] rows, double[] mean, double[] variance) {
    int targets = member.targets();
    double[][] one = new double[targets][];
    Arrays.fill(one, new double[] {1});
    StackSolver solver = new StackSolver(List.of(member), one);
    IncompleteMatrix x = data.x();
    double[] z = new double[x.columns()];
    for (int i : rows) {
      solver.pattern(x.row(i).indices(), x.observed(i));
      for (int e = 0; e < x.observed(i); e++) {
        z[e] = x.value(x.rowStart(i) + e);
      }
      for (int t = 0; t < targets; t++) {
        solver.evaluate(t, z);
        mean[i * targets + t] = solver.mean();
        variance[i * targets + t] = solver.variance();
      }
    }
  }
}
