package org.slrm.paper.internal.dictionary;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.slrm.internal.label.LabelSteps;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.TrainingData;
import org.slrm.paper.internal.algorithm.Subspaces;
import org.slrm.result.Folds;

/**
 * Fits to some of the rows, evaluated on the others: three folds of at most 600 labelled rows, or
 * the user's hold-out rows.
 */
final class DictionaryCandidates {
  private static final int FOLDS = 3;
  private static final int ROWS = 600;
  private static final int MIN_ROWS = 12;

  /** Passes of a dictionary that is only evaluated: least, most, and the total of row visits. */
  private static final int MIN_PASSES = 10;

  private static final int MAX_PASSES = 30;
  private static final int ROWS_OF_ALL_PASSES = 6000;

  private final List<Part> parts = new ArrayList<>();
  private final FitContext context;

  /** Training and held-out rows. */
  private record Part(TrainingData fit, TrainingData held) {}

  DictionaryCandidates(TrainingData data, FitContext context) {
    this.context = context;
    TrainingData given = context.validation();
    if (given != null && given.labelledRows() > 0) {
      parts.add(new Part(data, given));
    } else if (data.labelledRows() >= MIN_ROWS) {
      split(data);
    }
  }

  private void split(TrainingData data) {
    int[] labelled =
        IntStream.range(0, data.x().rows()).filter(i -> data.y().observed(i) > 0).toArray();
    int[] drawn =
        Arrays.stream(Folds.shuffled(labelled.length, context.seed()))
            .limit(ROWS)
            .map(k -> labelled[k])
            .sorted()
            .toArray();
    TrainingData some = data.rows(drawn);
    int[] fold = some.units().folds(drawn.length, FOLDS, context.seed());
    for (int f = 0; f <= IntStream.of(fold).max().orElse(0); f++) {
      parts.add(new Part(some.rows(Folds.without(fold, f)), some.rows(Folds.of(fold, f))));
    }
  }

  /** Whether there are held-out rows. */
  boolean any() {
    return !parts.isEmpty();
  }

  /** Rows of the smallest fit. */
  int rows() {
    return parts.stream().mapToInt(p -> p.fit.x().rows()).min().orElse(0);
  }

  /** A label-free dictionary and regressors on it, for each part. */
  List<LearnedDictionary> learned(OnlineDictionary.Plan plan) {
    int affordable = ROWS_OF_ALL_PASSES / Math.max(1, rows());
    int passes = Math.max(MIN_PASSES, Math.min(MAX_PASSES, affordable));
    return parts.stream()
        .map(part -> LearnedDictionary.of(plan.atMost(passes), part.fit, context))
        .toList();
  }

  /** The fits after a descent by the labels. */
  List<LearnedDictionary> descended(
      List<LearnedDictionary> from, TaskDescent.DescentSettings settings) {
    return IntStream.range(0, parts.size())
        .mapToObj(p -> from.get(p).descended(settings, parts.get(p).fit, context))
        .toList();
  }

  /** Mean deviance of each target on the held-out rows. */
  double[] errors(List<LearnedDictionary> results) {
    return mean(
        p -> {
          LearnedDictionary fit = results.get(p);
          return fit.regressors().deviance(fit.dictionary(), parts.get(p).held, context.workers());
        });
  }

  /** The errors of intercepts alone. */
  double[] constants() {
    return mean(p -> constants(parts.get(p)));
  }

  private static double[] constants(Part part) {
    TrainingData fit = part.fit;
    double[] out = new double[fit.y().columns()];
    for (int t = 0; t < out.length; t++) {
      int target = t;
      int[] rows = labelled(fit, t);
      double b =
          LabelSteps.constant(
              fit.kind(t), rows.length, r -> fit.label(rows[r], target), r -> fit.weight(rows[r]));
      out[t] = Subspaces.meanDeviance(part.held, t, i -> b);
    }
    return out;
  }

  private static int[] labelled(TrainingData rows, int t) {
    return IntStream.range(0, rows.x().rows())
        .filter(i -> !Double.isNaN(rows.label(i, t)))
        .toArray();
  }

  /** Means over parts, each target over those that have labels of it. */
  private double[] mean(IntFunction<double[]> of) {
    double[] sum = new double[parts.get(0).fit.y().columns()];
    double[] total = new double[sum.length];
    for (int p = 0; p < parts.size(); p++) {
      double[] errors = of.apply(p);
      for (int t = 0; t < sum.length; t++) {
        int n = labelled(parts.get(p).held, t).length;
        sum[t] += n == 0 ? 0 : n * errors[t];
        total[t] += n;
      }
    }
    Arrays.setAll(sum, t -> sum[t] / total[t]);
    return sum;
  }

  /** Mean over targets of errors relative to those of intercepts alone. */
  static double score(double[] errors, double[] constants) {
    double sum = 0;
    for (int t = 0; t < errors.length; t++) {
      sum += constants[t] > 0 && !Double.isNaN(errors[t]) ? errors[t] / constants[t] : 0;
    }
    return sum / errors.length;
  }
}
