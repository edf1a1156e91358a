package org.slrm.cli.report.feature;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteMatrix;

/**
 * Mean absolute contribution of a column to predictions, over a sample of rows; where the column is
 * missing it is 0. Unlike a coefficient it is also defined for a nonlinear model.
 *
 * @param group the column
 * @param size mean absolute contribution, in units of the target
 * @param standardError of that mean, over the rows
 * @param signed mean contribution with its sign
 */
public record Contribution(FeatureGroup group, double size, double standardError, Spread signed) {
  private static final int MAX_ROWS = 200;

  /** Most rows for a nonlinear model, whose contributions are slow. */
  private static final int MAX_ROWS_NONLINEAR = 100;

  private static final long MAX_ENTRIES = 3_000_000;

  /** Name of the column. */
  public String name() {
    return group.name();
  }

  /**
   * The contributions of all groups to a target, largest first; ties in their order.
   *
   * @param level the class whose log-odds are explained; negative for a number or the predicted
   *     class
   */
  public static List<Contribution> of(
      SlrmModel model, IncompleteMatrix x, int target, int level, List<FeatureGroup> groups) {
    int limit = !model.isLinear(target) ? MAX_ROWS_NONLINEAR : MAX_ROWS;
    IncompleteMatrix rows = RowSample.of(x, Math.min(limit, MAX_ENTRIES / x.columns()));
    double[][] byFeature = new double[x.columns()][rows.rows()];
    for (int i = 0; i < rows.rows(); i++) {
      SlrmModel.Explanation e =
          level < 0
              ? model.explain(rows.row(i), target)
              : model.explain(rows.row(i), target, level);
      for (int k = 0; k < e.observed(); k++) {
        byFeature[e.feature(k)][i] = e.contribution(k);
      }
    }
    List<Contribution> out = new ArrayList<>();
    groups.forEach(g -> out.add(of(g, byFeature, rows.rows())));
    out.sort(Comparator.comparingDouble(Contribution::size).reversed());
    return List.copyOf(out);
  }

  private static Contribution of(FeatureGroup group, double[][] byFeature, int rows) {
    double[] sum = new double[rows];
    for (int j : group.features()) {
      for (int i = 0; i < rows; i++) {
        sum[i] += byFeature[j][i];
      }
    }
    double[] size = Arrays.stream(sum).map(Math::abs).toArray();
    double mean = Arrays.stream(size).average().orElse(0);
    double squares = Arrays.stream(size).map(v -> (v - mean) * (v - mean)).sum();
    double error = rows > 1 ? Math.sqrt(squares / (rows - 1) / rows) : Double.NaN;
    return new Contribution(group, mean, error, Spread.of(sum));
  }
}
