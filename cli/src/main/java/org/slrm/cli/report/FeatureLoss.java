package org.slrm.cli.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.Predictions;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteMatrix;
import org.slrm.select.Folds;

/**
 * What losing one feature would cost: the expected error of predictions, as the model sees it, for
 * complete rows and for the same rows without that feature.
 *
 * @param feature the feature
 * @param complete expected error with every feature observed
 * @param without expected error when this one is missing
 */
record FeatureLoss(int feature, double complete, double without) {
  private static final int MOST_FEATURES = 60;
  private static final int MOST_ROWS = 16;
  private static final long MOST_ENTRIES = 3_000_000;

  /** Share by which the error grows. */
  double growth() {
    return complete > 0 ? without / complete - 1 : 0;
  }

  /**
   * The losses for a target, largest first. For a joint Gaussian the variance grows by c_j² Var(x_j
   * | the others), so only the features with the largest standardised coefficients are tried.
   */
  static List<FeatureLoss> of(SlrmModel model, IncompleteMatrix x, int target, double[] strength) {
    int features = x.columns();
    int[] tried =
        IntStream.range(0, features)
            .boxed()
            .filter(j -> strength[j] != 0)
            .sorted(Comparator.comparingDouble(j -> -Math.abs(strength[j])))
            .limit(Math.max(20, Math.min(MOST_FEATURES, 200_000 / features)))
            .mapToInt(j -> j)
            .toArray();
    if (tried.length == 0) {
      return List.of();
    }
    long affordable = MOST_ENTRIES / ((tried.length + 1L) * features);
    int count = (int) Math.max(1, Math.min(Math.min(MOST_ROWS, x.rows()), affordable));
    int[] sample = Arrays.copyOf(Folds.shuffled(x.rows(), 1), count);
    IncompleteMatrix.Builder rows = IncompleteMatrix.builder(features);
    double[][] complete = new double[count][];
    for (int s = 0; s < count; s++) {
      complete[s] = model.complete(x.row(sample[s])).value();
      rows.addNaN(complete[s]);
    }
    for (int j : tried) {
      for (double[] row : complete) {
        double kept = row[j];
        row[j] = Double.NaN;
        rows.addNaN(row);
        row[j] = kept;
      }
    }
    Predictions p = model.predictAll(rows.build());
    double base = typical(p, target, 0, count);
    List<FeatureLoss> out = new ArrayList<>();
    for (int k = 0; k < tried.length; k++) {
      out.add(new FeatureLoss(tried[k], base, typical(p, target, (k + 1) * count, count)));
    }
    out.sort(Comparator.comparingDouble(FeatureLoss::without).reversed());
    return List.copyOf(out);
  }

  private static double typical(Predictions p, int target, int first, int count) {
    double sum = 0;
    for (int r = first; r < first + count; r++) {
      double error = p.standardError()[r * p.targets() + target];
      sum += error * error;
    }
    return Math.sqrt(sum / count);
  }
}
