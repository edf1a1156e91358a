package org.slrm.internal.selection;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.slrm.internal.label.Label;
import org.slrm.internal.label.Logistic;
import org.slrm.internal.label.MeanLoss;
import org.slrm.internal.run.HeldOutPredictions;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.selection.rows.SelectionRules;

/**
 * Weights of the candidates from their out-of-fold predictions, for each target; the columns
 * of one target's classes share their weights. With few rows the optimal weights are noisy, so they
 * are shrunk towards weights by error alone.
 *
 * @param evaluation the rows and the folds that evaluate them
 * @param results the candidates
 * @param least least weight of a member
 */
public record Stacking(
    CandidateEvaluation evaluation, List<CandidateResult> results, double least) {
  /** Parts of the rows where a single fold holds them all out. */
  private static final int PARTS = 5;

  /**
   * Non-negative weights that sum to one; weights below {@code least} are removed and the others
   * computed again. Where the stack is not better than the null model on held-out rows, the
   * null model gets all the weight.
   */
  public double[][] weights() {
    double[][] found = weights(i -> true);
    int k = baseline();
    for (int t = 0; k >= 0 && t < found.length; ) {
      int[] columns = columnsOfTarget(evaluation.data().kinds(), t);
      if (!informative(found[t], columns, k)) {
        Arrays.fill(found[t], 0);
        found[t][k] = 1;
      }
      t += columns.length;
    }
    return found;
  }

  /** The null model among the candidates, −1 without one. */
  private int baseline() {
    return IntStream.range(0, results.size())
        .filter(k -> results.get(k).candidate() instanceof BaselineCandidate)
        .findFirst()
        .orElse(-1);
  }

  /**
   * Whether a stack is better than the null model. A clear difference with the final weights
   * is enough; otherwise the weights of each part of the rows come from the other parts.
   */
  private boolean informative(double[] weights, int[] columns, int baseline) {
    double[] base = new double[results.size()];
    base[baseline] = 1;
    MeanLoss inSample = mean(gains(columns, base, i -> weights), Double.POSITIVE_INFINITY);
    if (inSample.value() >= SelectionRules.CERTAIN_SIGNAL * inSample.standardError()) {
      return true;
    }
    int[] part = parts(evaluation.fold());
    double[][] others = new double[IntStream.of(part).max().orElse(-1) + 1][];
    Arrays.setAll(others, p -> weights(i -> part[i] != p, columns));
    double[] gains = gains(columns, base, i -> others[part[i]]);
    MeanLoss gain = mean(gains, Double.POSITIVE_INFINITY);
    if (gain.value() > SelectionRules.MIN_SIGNAL * gain.standardError()) {
      return true;
    }
    // A few labels far from all others make standard errors large, so large differences are
    // limited.
    MeanLoss limited = mean(gains, gainLimit(gains));
    return gain.value() > 0
        && limited.value() > SelectionRules.LIMITED_SIGNAL * limited.standardError();
  }

  /** The quantile of the gains above which they are limited. */
  private static double gainLimit(double[] gains) {
    double[] size =
        Arrays.stream(gains).filter(g -> !Double.isNaN(g)).map(Math::abs).sorted().toArray();
    return size.length == 0
        ? 0
        : size[(int) (SelectionRules.GAINS_AS_THEY_ARE * (size.length - 1))];
  }

  /** Mean gain with each row's gain limited to {@code limit}. */
  private MeanLoss mean(double[] gains, double limit) {
    TrainingData data = evaluation.data();
    return MeanLoss.of(
        gains.length,
        i -> Math.max(-limit, Math.min(limit, gains[i])),
        data::weight,
        data.units().clusters(evaluation.fold()));
  }

  /** Deviance of the null model minus that of a stack, by row, for weights by row. */
  private double[] gains(int[] columns, double[] base, IntFunction<double[]> weights) {
    TrainingData data = evaluation.data();
    double[] out = new double[data.y().rows()];
    Arrays.setAll(
        out,
        i -> {
          double sum = Double.NaN;
          for (int t : evaluation.fold()[i] < 0 ? new int[0] : columns) {
            double y = data.label(i, t);
            if (!Double.isNaN(y)) {
              double gain =
                  data.kind(t).deviance(y, mean(i, t, base))
                      - data.kind(t).deviance(y, mean(i, t, weights.apply(i)));
              sum = Double.isNaN(sum) ? gain : sum + gain;
            }
          }
          return sum;
        });
    return out;
  }

  /** The stack as one candidate, with its predictions of the held-out rows. */
  public CandidateResult stack() {
    double[][] weights = weights();
    CandidateResult first = results.get(0);
    double[] mean = new double[first.mean().length];
    for (int at = 0; at < mean.length; at++) {
      mean[at] = mean(at / weights.length, at % weights.length, weights[at % weights.length]);
    }
    return first.predicting(mean);
  }

  /** The weights from some of the rows. */
  private double[][] weights(IntPredicate rows) {
    int targets = evaluation.data().y().columns();
    double[][] weights = new double[targets][];
    for (int t = 0; t < targets; ) {
      int[] columns = columnsOfTarget(evaluation.data().kinds(), t);
      double[] v = weights(rows, columns);
      for (int c : columns) {
        weights[c] = v;
      }
      t += columns.length;
    }
    return weights;
  }

  /** The weights of the columns of one target from some of the rows. */
  private double[] weights(IntPredicate rows, int[] columns) {
    int maxMembers =
        evaluation.data().x().rows() < SelectionRules.ROWS_FOR_FEW_MEMBERS
            ? SelectionRules.MAX_MEMBERS
            : SelectionRules.FEW_MEMBERS;
    boolean[] in = competitive(rows, columns);
    double[] v = solve(rows, columns, in);
    while (drop(v, in, maxMembers)) {
      v = solve(rows, columns, in);
    }
    return v;
  }

  /**
   * Candidates that may have weight: one whose error is far above the best could only offset
   * errors of single rows. What is far is a multiple of the best error, or where errors are tiny a
   * fraction of the null model's.
   */
  private boolean[] competitive(IntPredicate rows, int[] columns) {
    double[] error = new double[results.size()];
    Arrays.setAll(error, k -> error(k, rows, columns));
    double best = Arrays.stream(error).min().orElse(0);
    int k = baseline();
    double range = k < 0 ? 0 : error[k] - best;
    double limit =
        Math.max(
            SelectionRules.COMPETITIVE_ERROR * best,
            best + SelectionRules.COMPETITIVE_FRACTION * range);
    boolean[] in = new boolean[error.length];
    for (int a = 0; a < in.length; a++) {
      in[a] = !(error[a] > limit);
    }
    return in;
  }

  /** Mean deviance of a candidate over some rows and columns. */
  private double error(int k, IntPredicate rows, int[] columns) {
    TrainingData data = evaluation.data();
    int targets = data.y().columns();
    double sum = 0;
    for (int t : columns) {
      double mean =
          MeanLoss.of(
                  data.y().rows(),
                  i ->
                      evaluation.fold()[i] < 0 || !rows.test(i)
                          ? Double.NaN
                          : data.kind(t)
                              .deviance(data.label(i, t), results.get(k).mean()[i * targets + t]),
                  data::weight)
              .value();
      sum += Double.isNaN(mean) ? 0 : mean;
    }
    return sum;
  }

  /** The columns of one target, from a first one on. */
  private static int[] columnsOfTarget(List<Label> kinds, int from) {
    int columns = kinds.get(from) instanceof Logistic l && l.tree() != null ? l.tree().nodes() : 1;
    return IntStream.range(from, from + columns).toArray();
  }

  /** Removes weights that are too small, or the smallest of too many; false if none. */
  private boolean drop(double[] v, boolean[] in, int maxMembers) {
    boolean dropped = false;
    int smallestWeight = -1;
    int count = 0;
    for (int k = 0; k < v.length; k++) {
      if (in[k] && v[k] < least) {
        in[k] = false;
        dropped = true;
      }
      if (in[k]) {
        count++;
        smallestWeight = smallestWeight < 0 || v[k] < v[smallestWeight] ? k : smallestWeight;
      }
    }
    if (!dropped && count > maxMembers) {
      in[smallestWeight] = false;
      dropped = true;
    }
    return dropped;
  }

  private double[] solve(IntPredicate rows, int[] columns, boolean[] in) {
    int[] selected = IntStream.range(0, in.length).filter(k -> in[k]).toArray();
    StackingProblem problem = new StackingProblem(selected.length);
    TrainingData data = evaluation.data();
    int targets = data.y().columns();
    for (int i = 0; i < data.y().rows(); i++) {
      boolean labelled = false;
      for (int t : evaluation.fold()[i] < 0 || !rows.test(i) ? new int[0] : columns) {
        int at = i * targets + t;
        double y = data.label(i, t);
        if (!Double.isNaN(y)) {
          problem.add(data.kind(t), y, data.weight(i), a -> results.get(selected[a]).mean()[at]);
          labelled = true;
        }
      }
      problem.addRow(labelled ? data.weight(i) : 0);
    }
    double[] found = problem.weights();
    double[] v = new double[in.length];
    for (int a = 0; a < selected.length; a++) {
      v[selected[a]] = found[a];
    }
    return v;
  }

  /**
   * The stack's predictions of held-out rows with weights fitted on the other folds: errors of the
   * rows that chose the weights would be too small for intervals. Targets that use the null model
   * alone stay unchanged.
   */
  public void predictions(HeldOutPredictions cv, int[] rows, double[][] chosen) {
    int baseline = baseline();
    int[] part = parts(evaluation.fold());
    int count = IntStream.of(part).max().orElse(-1) + 1;
    for (int p = 0; p < count; p++) {
      int heldOut = p;
      double[][] others = weights(i -> part[i] != heldOut);
      for (int r = 0; r < rows.length; r++) {
        for (int t = 0; part[r] == heldOut && t < others.length; t++) {
          if (baseline < 0 || chosen[t][baseline] < 1) {
            cv.predict(rows[r], t, mean(r, t, others[t]));
          }
        }
      }
    }
  }

  /** The folds, which keep groups and blocks of time; of a single fold, every fifth row. */
  private static int[] parts(int[] fold) {
    if (IntStream.of(fold).anyMatch(f -> f > 0)) {
      return fold;
    }
    int[] out = new int[fold.length];
    int evaluated = 0;
    for (int i = 0; i < out.length; i++) {
      out[i] = fold[i] < 0 ? -1 : evaluated++ % PARTS;
    }
    return out;
  }

  private double mean(int row, int t, double[] weights) {
    int targets = evaluation.data().y().columns();
    double sum = 0;
    for (int k = 0; k < results.size(); k++) {
      if (weights[k] > 0) {
        sum += weights[k] * results.get(k).mean()[row * targets + t];
      }
    }
    return sum;
  }

  /** Out-of-fold predictions of a stack: variance within members plus between them. */
  public static void fill(
      HeldOutPredictions cv, int[] rows, List<CandidateResult> results, double[][] weights) {
    int targets = weights.length;
    for (int r = 0; r < rows.length; r++) {
      for (int t = 0; t < targets; t++) {
        double mean = 0;
        double variance = 0;
        for (int k = 0; k < results.size(); k++) {
          if (weights[t][k] > 0) {
            mean += weights[t][k] * results.get(k).mean()[r * targets + t];
            variance += weights[t][k] * results.get(k).variance()[r * targets + t];
          }
        }
        for (int k = 0; k < results.size(); k++) {
          if (weights[t][k] > 0) {
            double off = results.get(k).mean()[r * targets + t] - mean;
            variance += weights[t][k] * off * off;
          }
        }
        cv.predict(rows[r], t, mean);
        cv.standardError(rows[r], t, Math.sqrt(variance));
      }
    }
  }
}
