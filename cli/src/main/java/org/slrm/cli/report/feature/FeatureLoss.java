package org.slrm.cli.report.feature;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteMatrix;
import org.slrm.result.Predictions;

/**
 * What losing one column would cost: the expected error of predictions, as the model sees it, for
 * complete rows and for the same rows without that column.
 *
 * @param name the column
 * @param complete expected error with everything observed
 * @param without expected error when this one is missing
 * @param growths share by which the error grows, by row: where predictions bend, rows differ
 */
public record FeatureLoss(String name, double complete, double without, Spread growths) {
  private static final int MOST_COLUMNS = 60;
  private static final int MOST_ROWS = 16;
  private static final long MOST_ENTRIES = 3_000_000;

  /** Share by which the error grows. */
  public double growth() {
    return complete > 0 ? without / complete - 1 : 0;
  }

  /** The losses for a target, largest first, of the columns that move predictions most. */
  public static List<FeatureLoss> of(
      SlrmModel model, IncompleteMatrix x, int target, List<FeatureGroup> strongest) {
    int features = x.columns();
    List<FeatureGroup> tried =
        strongest.stream().limit(Math.max(20, Math.min(MOST_COLUMNS, 200_000 / features))).toList();
    if (tried.isEmpty()) {
      return List.of();
    }
    long affordable = MOST_ENTRIES / ((tried.size() + 1L) * features);
    IncompleteMatrix sample = RowSample.of(x, Math.min(MOST_ROWS, affordable));
    double[][] complete = new double[sample.rows()][];
    for (int s = 0; s < complete.length; s++) {
      complete[s] = model.complete(sample.row(s)).value();
    }
    Predictions p = model.predictAll(withAndWithout(complete, tried, features));
    double[] base = errors(p, target, 0, complete.length);
    List<FeatureLoss> out = new ArrayList<>();
    for (int k = 0; k < tried.size(); k++) {
      double[] without = errors(p, target, (k + 1) * complete.length, complete.length);
      out.add(of(tried.get(k).name(), base, without));
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

  private static FeatureLoss of(String name, double[] complete, double[] without) {
    double[] growth = new double[complete.length];
    Arrays.setAll(growth, s -> complete[s] > 0 ? without[s] / complete[s] - 1 : 0);
    return new FeatureLoss(name, typical(complete), typical(without), Spread.of(growth));
  }

  private static double[] errors(Predictions p, int target, int first, int count) {
    double[] out = new double[count];
    Arrays.setAll(out, s -> p.standardError(first + s, target));
    return out;
  }

  private static double typical(double[] errors) {
    return Math.sqrt(Arrays.stream(errors).map(e -> e * e).average().orElse(0));
  }
}
