package org.slrm.cli.report.feature;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteMatrix;
import org.slrm.result.Predictions;

/**
 * The cost of losing one column or panel: the expected error of the model's predictions for rows
 * where it is known, with and without it; for classes the expected log loss. Rows are not imputed
 * first, because a mixture of factor analysers or trees would predict rows that never occur.
 *
 * @param name the column
 * @param complete expected error of the unchanged rows
 * @param without expected error without the column
 * @param growths relative increase of the error, by row
 */
public record FeatureLoss(String name, double complete, double without, Spread growths) {
  private static final int MAX_COLUMNS = 30;
  private static final int MAX_ROWS = 30;
  private static final int MIN_ROWS = 4;
  private static final long MAX_ENTRIES = 3_000_000;

  /** Relative increase of the error. */
  public double growth() {
    return complete > 0 ? without / complete - 1 : 0;
  }

  /** The losses for a target, largest first, of the columns with the largest contributions. */
  public static List<FeatureLoss> of(
      SlrmModel model, IncompleteMatrix x, int target, List<FeatureGroup> strongest) {
    int features = x.columns();
    int tried = Math.max(20, Math.min(MAX_COLUMNS, 200_000 / features));
    List<FeatureGroup> groups = strongest.subList(0, Math.min(tried, strongest.size()));
    long affordable = MAX_ENTRIES / (2L * Math.min(tried, strongest.size() + 1) * features);
    long limit = Math.max(MIN_ROWS, Math.min(MAX_ROWS, affordable));
    int[] order = RowSample.numbers(x.rows(), x.rows());
    List<int[]> showing = groups.stream().map(g -> showing(x, g, order, limit)).toList();
    // The unchanged row is predicted once for all columns.
    int[] all = showing.stream().flatMapToInt(Arrays::stream).distinct().sorted().toArray();
    double[] complete = expected(model, x.selectRows(all), target);
    List<FeatureLoss> out = new ArrayList<>();
    for (int k = 0; k < groups.size(); k++) {
      int[] rows = showing.get(k);
      if (rows.length > 0) {
        double[] before =
            IntStream.of(rows).mapToDouble(i -> complete[Arrays.binarySearch(all, i)]).toArray();
        double[] after = expected(model, without(x.selectRows(rows), groups.get(k)), target);
        out.add(of(groups.get(k).name(), before, after, model.levels(target) > 0));
      }
    }
    out.sort(Comparator.comparingDouble(FeatureLoss::growth).reversed());
    return List.copyOf(out);
  }

  /** The first rows in an order where one of the features of a group is known. */
  private static int[] showing(IncompleteMatrix x, FeatureGroup g, int[] order, long limit) {
    return Arrays.stream(order)
        .filter(i -> Arrays.stream(g.features()).anyMatch(j -> !Double.isNaN(x.valueAt(i, j))))
        .limit(limit)
        .toArray();
  }

  private static FeatureLoss of(String name, double[] before, double[] after, boolean classes) {
    double[] growth = new double[before.length];
    Arrays.setAll(growth, s -> before[s] > 0 ? after[s] / before[s] - 1 : 0);
    return new FeatureLoss(
        name, typical(before, classes), typical(after, classes), Spread.of(growth));
  }

  /** Expected errors of the predictions of some rows. */
  private static double[] expected(SlrmModel model, IncompleteMatrix rows, int target) {
    Predictions p = model.predict(rows);
    boolean classes = model.levels(target) > 0;
    return IntStream.range(0, rows.rows())
        .mapToDouble(i -> expected(p, i, target, classes))
        .toArray();
  }

  /** Expected error of a prediction; for classes the log loss, which is the entropy. */
  private static double expected(Predictions p, int row, int target, boolean classes) {
    return classes
        ? Arrays.stream(p.probabilities().of(row, target))
            .filter(q -> q > 0)
            .map(q -> -q * Math.log(q))
            .sum()
        : p.standardError(row, target);
  }

  private static IncompleteMatrix without(IncompleteMatrix rows, FeatureGroup g) {
    IncompleteMatrix.Builder out = IncompleteMatrix.builder(rows.columns());
    for (int i = 0; i < rows.rows(); i++) {
      double[] incomplete = rows.row(i).toNaN();
      for (int j : g.features()) {
        incomplete[j] = Double.NaN;
      }
      out.addNaN(incomplete);
    }
    return out.build();
  }

  private static double typical(double[] errors, boolean classes) {
    if (classes) {
      return Arrays.stream(errors).average().orElse(0);
    }
    return Math.sqrt(Arrays.stream(errors).map(e -> e * e).average().orElse(0));
  }
}
