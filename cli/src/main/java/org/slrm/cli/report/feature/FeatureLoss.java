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
 * What losing one column or panel would cost: the expected error of predictions, as the model sees
 * it, of rows that show the column, as they are and without it; for classes the expected log loss.
 * Rows are not completed first: a union of subspaces or trees would be asked about rows that never
 * occur.
 *
 * @param name the column
 * @param complete expected error of the rows as they are
 * @param without expected error when this one is missing too
 * @param growths share by which the error grows, by row
 */
public record FeatureLoss(String name, double complete, double without, Spread growths) {
  private static final int MOST_COLUMNS = 60;
  private static final int MOST_ROWS = 40;
  private static final int LEAST_ROWS = 4;
  private static final long MOST_ENTRIES = 3_000_000;

  /** Share by which the error grows. */
  public double growth() {
    return complete > 0 ? without / complete - 1 : 0;
  }

  /** The losses for a target, largest first, of the columns that move predictions most. */
  public static List<FeatureLoss> of(
      SlrmModel model, IncompleteMatrix x, int target, List<FeatureGroup> strongest) {
    int features = x.columns();
    int tried = Math.max(20, Math.min(MOST_COLUMNS, 200_000 / features));
    long affordable = MOST_ENTRIES / (2L * Math.min(tried, strongest.size() + 1) * features);
    long most = Math.max(LEAST_ROWS, Math.min(MOST_ROWS, affordable));
    int[] order = RowSample.numbers(x.rows(), x.rows());
    List<FeatureLoss> out = new ArrayList<>();
    for (FeatureGroup g : strongest.subList(0, Math.min(tried, strongest.size()))) {
      int[] rows =
          Arrays.stream(order)
              .filter(
                  i -> Arrays.stream(g.features()).anyMatch(j -> !Double.isNaN(x.valueAt(i, j))))
              .limit(most)
              .toArray();
      if (rows.length > 0) {
        out.add(of(model, x.selectRows(rows), target, g));
      }
    }
    out.sort(Comparator.comparingDouble(FeatureLoss::growth).reversed());
    return List.copyOf(out);
  }

  private static FeatureLoss of(
      SlrmModel model, IncompleteMatrix rows, int target, FeatureGroup g) {
    int n = rows.rows();
    Predictions p = model.predictAll(withAndWithout(rows, g));
    boolean classes = model.levels(target) > 0;
    double[] complete =
        IntStream.range(0, n).mapToDouble(i -> expected(p, i, target, classes)).toArray();
    double[] without =
        IntStream.range(n, 2 * n).mapToDouble(i -> expected(p, i, target, classes)).toArray();
    double[] growth = new double[n];
    Arrays.setAll(growth, s -> complete[s] > 0 ? without[s] / complete[s] - 1 : 0);
    return new FeatureLoss(
        g.name(), typical(complete, classes), typical(without, classes), Spread.of(growth));
  }

  /** The error to expect of a prediction: of classes the log loss, which is the entropy. */
  private static double expected(Predictions p, int row, int target, boolean classes) {
    return classes
        ? Arrays.stream(p.probabilities().of(row, target))
            .filter(q -> q > 0)
            .map(q -> -q * Math.log(q))
            .sum()
        : p.standardError(row, target);
  }

  /** The rows as they are, then once more without the group. */
  private static IncompleteMatrix withAndWithout(IncompleteMatrix rows, FeatureGroup g) {
    IncompleteMatrix.Builder out = IncompleteMatrix.builder(rows.columns());
    for (int i = 0; i < rows.rows(); i++) {
      out.add(rows.row(i));
    }
    for (int i = 0; i < rows.rows(); i++) {
      double[] holed = rows.row(i).toNaN();
      for (int j : g.features()) {
        holed[j] = Double.NaN;
      }
      out.addNaN(holed);
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
