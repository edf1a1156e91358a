package org.slrm.cli.report.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteMatrix;
import org.slrm.result.Folds;
import org.slrm.result.Predictions;

/**
 * What losing one column would cost: the expected error of predictions, as the model sees it, for
 * complete rows and for the same rows without that column.
 *
 * @param name the column
 * @param complete expected error with everything observed
 * @param without expected error when this one is missing
 */
public record FeatureLoss(String name, double complete, double without) {
  private static final int MOST_COLUMNS = 60;
  private static final int MOST_ROWS = 16;
  private static final long MOST_ENTRIES = 3_000_000;

  /** Share by which the error grows. */
  public double growth() {
    return complete > 0 ? without / complete - 1 : 0;
  }

  /**
   * The losses for a target, largest first. For a joint Gaussian the variance grows by c_j² Var(x_j
   * | the others), so only the columns with the largest standardised coefficients are tried.
   */
  static List<FeatureLoss> of(
      SlrmModel model, IncompleteMatrix x, int target, double[] strength, List<FeatureGroup> all) {
    int features = x.columns();
    List<FeatureGroup> tried =
        all.stream()
            .filter(g -> size(g, strength) > 0)
            .sorted(Comparator.comparingDouble(g -> -size(g, strength)))
            .limit(Math.max(20, Math.min(MOST_COLUMNS, 200_000 / features)))
            .toList();
    if (tried.isEmpty()) {
      return List.of();
    }
    long affordable = MOST_ENTRIES / ((tried.size() + 1L) * features);
    int count = (int) Math.max(1, Math.min(Math.min(MOST_ROWS, x.rows()), affordable));
    int[] sample = Arrays.copyOf(Folds.shuffled(x.rows(), 1), count);
    double[][] complete = new double[count][];
    for (int s = 0; s < count; s++) {
      complete[s] = model.complete(x.row(sample[s])).value();
    }
    Predictions p = model.predictAll(withAndWithout(complete, tried, features));
    double base = typical(p, target, 0, count);
    List<FeatureLoss> out = new ArrayList<>();
    for (int k = 0; k < tried.size(); k++) {
      double without = typical(p, target, (k + 1) * count, count);
      out.add(new FeatureLoss(tried.get(k).name(), base, without));
    }
    out.sort(Comparator.comparingDouble(FeatureLoss::without).reversed());
    return List.copyOf(out);
  }

  /** The rows as they are, then once more without each group. */
  private static IncompleteMatrix withAndWithout(
      double[][] complete, List<FeatureGroup> groups, int features) {
    IncompleteMatrix.Builder rows = IncompleteMatrix.builder(features);
    for (double[] row : complete) {
      rows.addNaN(row);
    }
    for (FeatureGroup g : groups) {
      for (double[] row : complete) {
        double[] holed = row.clone();
        for (int j : g.features()) {
          holed[j] = Double.NaN;
        }
        rows.addNaN(holed);
      }
    }
    return rows.build();
  }

  private static double size(FeatureGroup g, double[] strength) {
    return Arrays.stream(g.features()).mapToDouble(j -> Math.abs(strength[j])).sum();
  }

  private static double typical(Predictions p, int target, int first, int count) {
    double sum = 0;
    for (int r = first; r < first + count; r++) {
      double error = p.standardError(r, target);
      sum += error * error;
    }
    return Math.sqrt(sum / count);
  }
}
