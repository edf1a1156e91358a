package org.slrm.io.score;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.slrm.result.ClassMetrics;
import org.slrm.result.ClassProbabilities;
import org.slrm.result.Predictions;

/** Stores labels and class probabilities of all rows, since ROC curves require sorted rows. */
final class ClassificationEvaluation {
  private final List<String> levels;
  private final long[] rows;
  private final long[] covered;
  private long setSizes;
  private long predicted;
  private double[] label = new double[64];
  private final List<double[]> probabilities = new ArrayList<>();

  ClassificationEvaluation(List<String> levels) {
    this.levels = levels;
    rows = new long[levels.size()];
    covered = new long[levels.size()];
  }

  void add(double y, Predictions p, int i, int t) {
    int level = (int) y;
    if (level >= rows.length) {
      // A class without training rows.
      return;
    }
    int n = probabilities.size();
    label = n == label.length ? Arrays.copyOf(label, 2 * n) : label;
    label[n] = y;
    probabilities.add(p.probabilities().of(i, t));
    rows[level]++;
    covered[level] += p.inSet(i, t, level) ? 1 : 0;
    for (int k = 0; k < rows.length; k++) {
      setSizes += p.inSet(i, t, k) ? 1 : 0;
    }
    predicted += p.answered(i) ? 1 : 0;
  }

  Scores scores() {
    int n = probabilities.size();
    ClassProbabilities all = new ClassProbabilities(n, levels.size());
    for (int i = 0; i < n; i++) {
      all.set(i, 0, probabilities.get(i));
    }
    ClassMetrics m = ClassMetrics.of(Arrays.copyOf(label, n), all, 0, null);
    List<Scores.ClassScores> perClass = new ArrayList<>();
    for (int k = 0; k < rows.length; k++) {
      double coverage = (double) covered[k] / rows[k];
      perClass.add(
          new Scores.ClassScores(
              levels.get(k), rows[k], m.recall(k), m.precision(k), m.auc(k), coverage));
    }
    double total = n;
    return new Scores.ClassificationScores(
        m, Arrays.stream(covered).sum() / total, setSizes / total, predicted / total, perClass);
  }
}
