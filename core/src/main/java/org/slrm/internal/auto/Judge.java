package org.slrm.internal.auto;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.moments.PairMoments;
import org.slrm.internal.predict.Member;
import org.slrm.internal.predict.MissingIndicators;
import org.slrm.internal.predict.StackSolver;
import org.slrm.internal.regression.GramProblem;
import org.slrm.internal.regression.PenaltyChoice;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;
import org.slrm.result.Folds;
import org.slrm.result.Metrics;

/**
 * Judges recipes on shared folds, or on one part of the rows when there are enough. The fits of a
 * fold are kept and shared by the recipes that need them.
 */
final class Judge {
  private static final int BLOCK = 256;

  /** A candidate beside a rival must show on as many folds that it is worth the others. */
  private static final int RACED = 2;

  private static final double LEAST_WEIGHT_RACED = 0.05;

  /** To moments, where an iteration costs next to nothing. */
  private static final int MOMENT_ITERATIONS = 10;

  /** To moments of rows in plenty, which may be all there is to it. */
  private static final int MOMENT_ITERATIONS_ALONE = 30;

  /** A lasso must beat ridge by more than this on the very rows that choose its penalty. */
  private static final double LASSO_GAIN = 0.005;

  private static final String FAILED = "left out for numerical failure";

  private final TrainingData data;
  private final int[] fold;
  private final int folds;
  private final Workers workers;
  private final TrainingSet[] sets;
  private final int[][] heldOut;
  private @Nullable LabelledMoments firstOut;
  private @Nullable MomentFits moments;

  /** Rows of fold −1 are never left out; rows from {@code fitted} on are never fitted. */
  Judge(
      TrainingData data, int[] fold, int folds, int fitted, int maxIterations, FitContext context) {
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
              data.rows(Folds.without(Arrays.copyOf(fold, fitted), f)),
              single,
              maxIterations,
              new HashMap<>());
    }
  }

  private int momentIterations() {
    return folds == 1 ? MOMENT_ITERATIONS_ALONE : MOMENT_ITERATIONS;
  }

  /** Fits by moments from now on. */
  void byMoments(int mostRank) {
    int D = data.x().columns();
    LabelledMoments[] parts = new LabelledMoments[folds + 1];
    Workers within = folds == 1 ? workers : Workers.single();
    Workers across = folds == 1 ? Workers.single() : workers;
    across.run(
        folds + 1,
        (worker, f) -> {
          int[] part = f < folds ? heldOut[f] : Folds.of(fold, -1);
          parts[f] = LabelledMoments.of(data, part, within);
        });
    LabelledMoments total = parts[0];
    for (int f = 1; f <= folds; f++) {
      total = total.plus(parts[f], 1);
    }
    LabelledMoments sum = total;
    MomentFits start = MomentFits.of(sum, D, mostRank);
    workers.run(
        folds,
        (worker, f) -> {
          LabelledMoments in = sum.plus(parts[f], -1);
          sets[f].by(start.over(in, D), momentIterations(), 0);
        });
    firstOut = parts[0];
    moments = start;
  }

  /**
   * Whether some target's lasso on mean-filled features could clearly beat ridge: on the first
   * fold, with the penalty that is best for the very rows it is judged by.
   */
  boolean lassoMayHelp(Trial ridge) {
    int D = data.x().columns();
    LabelledMoments out = firstOut;
    for (int t = 0; t < data.y().columns(); t++) {
      PairMoments in = sets[0].pairs(t);
      if (in == null || out == null) {
        return true;
      }
      GramProblem training = FilledMoments.of(in, D, t);
      GramProblem judging = FilledMoments.of(out.each()[t], D, t);
      double lasso = PenaltyChoice.leastError(training, judging, workers);
      if (lasso < (1 - LASSO_GAIN) * error(ridge, heldOut[0], t)) {
        return true;
      }
    }
    return false;
  }

  private double error(Trial trial, int[] rows, int target) {
    int targets = data.y().columns();
    double sum = 0;
    int count = 0;
    for (int i : rows) {
      double e = trial.mean()[i * targets + target] - data.label(i, target);
      sum += Double.isNaN(e) ? 0 : e * e;
      count += Double.isNaN(e) ? 0 : 1;
    }
    return sum / Math.max(1, count);
  }

  /** Other iterations over the rows, or over the first of them. */
  void polish(int iterations, int rows) {
    Arrays.stream(sets).forEach(set -> set.polish(iterations, rows));
  }

  /** Makes a set of all rows fit by moments as well. */
  void moments(TrainingSet all, int mostRank, int polish) {
    TrainingData rows = all.data();
    MomentFits start = moments;
    if (start == null || start.sums().all().rows() != rows.x().rows()) {
      int[] every = IntStream.range(0, rows.x().rows()).toArray();
      LabelledMoments sums = LabelledMoments.of(rows, every, workers);
      start = MomentFits.of(sums, rows.x().columns(), mostRank);
    }
    all.by(start, momentIterations(), polish);
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

  /**
   * What came of a recipe.
   *
   * @param trial its trial, null when it was left out
   * @param why why it was
   */
  record Outcome(@Nullable Trial trial, String why) {}

  /** Judges a recipe; null when it failed numerically on some fold. */
  @Nullable Trial run(Recipe recipe) {
    return run(recipe, null).trial();
  }

  /**
   * Judges a recipe; it is left out when it failed numerically on some fold, or when there is a
   * rival beside which it would have no weight on the first folds.
   */
  Outcome run(Recipe recipe, @Nullable Trial rival) {
    int targets = data.y().columns();
    double[] mean = new double[data.x().rows() * targets];
    double[] variance = new double[mean.length];
    Arrays.fill(mean, Double.NaN);
    Arrays.fill(variance, Double.NaN);
    int first = rival == null ? folds : Math.min(folds, RACED);
    try {
      workers.run(first, (worker, f) -> judge(recipe, f, mean, variance));
      if (rival != null && first < folds && hopeless(mean, rival)) {
        return new Outcome(null, "dropped after " + first + " of " + folds + " folds");
      }
      workers.run(folds - first, (worker, f) -> judge(recipe, first + f, mean, variance));
    } catch (ArithmeticException e) {
      return new Outcome(null, FAILED);
    }
    return new Outcome(trial(recipe, mean, variance), FAILED);
  }

  /**
   * Whether the weight that is best beside a rival, Σ e_r(e_r − e) / Σ (e_r − e)² with the errors e
   * on the rows judged so far, is next to nothing for every target.
   */
  private boolean hopeless(double[] mean, Trial rival) {
    int targets = data.y().columns();
    for (int t = 0; t < targets; t++) {
      double gain = 0;
      double apart = 0;
      for (int i = 0; i < data.x().rows(); i++) {
        double y = data.label(i, t);
        double own = mean[i * targets + t] - y;
        double other = rival.mean()[i * targets + t] - y;
        if (!Double.isNaN(own) && !Double.isNaN(other)) {
          gain += data.weight(i) * other * (other - own);
          apart += data.weight(i) * (other - own) * (other - own);
        }
      }
      if (gain >= LEAST_WEIGHT_RACED * apart) {
        return false;
      }
    }
    return true;
  }

  private @Nullable Trial trial(Recipe recipe, double[] mean, double[] variance) {
    int targets = data.y().columns();
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
