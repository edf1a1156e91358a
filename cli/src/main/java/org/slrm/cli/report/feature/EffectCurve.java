package org.slrm.cli.report.feature;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slrm.SlrmModel;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.data.IncompleteMatrix;
import org.slrm.result.Predictions;

/**
 * How the prediction of a target changes with a column: a sample of rows as they are, with this
 * column set to one value after another. Each row's predictions are taken against their own mean
 * over the values, so that where the column acts alike in all rows nothing is left to spread.
 *
 * <pre>{@code
 * curve.effect().get(3).mean();  // change of the prediction at the fourth value, mean over the rows
 * }</pre>
 *
 * @param grid the values
 * @param effect change of the prediction at each value, over the rows
 * @param missing the same where the column is missing; null if it never is in the data
 * @param rows number of rows it was looked at in
 */
public record EffectCurve(
    EffectGrid grid, List<Spread> effect, @Nullable Spread missing, int rows) {
  public static final int MOST_CURVES = 8;
  private static final int MOST_ROWS = 200;
  private static final int LEAST_ROWS = 20;
  private static final long MOST_ENTRIES = 30_000_000;

  /** Copies the list. */
  public EffectCurve {
    effect = List.copyOf(effect);
  }

  /** Name of the column. */
  public String name() {
    return grid.group().name();
  }

  /** The k-th value in words. */
  public String label(int k) {
    return grid.isNumber() ? NumberText.value(grid.values()[k]) : grid.levels().get(k);
  }

  /** The curves of some columns; those with a single value have none. */
  public static List<EffectCurve> of(
      SlrmModel model, IncompleteMatrix x, int target, List<EffectGrid> grids) {
    return of(model, x, target, -1, grids);
  }

  /** The same of the probability of a class; below 0 of a number. */
  public static List<EffectCurve> of(
      SlrmModel model, IncompleteMatrix x, int target, int level, List<EffectGrid> grids) {
    long all = (long) MOST_CURVES * (EffectGrid.MOST_VALUES + 1) * x.columns() * model.targets();
    long most = Math.max(LEAST_ROWS, Math.min(MOST_ROWS, MOST_ENTRIES / all));
    IncompleteMatrix rows = RowSample.of(x, most);
    return grids.stream()
        .filter(g -> g.values().length > 1)
        .map(g -> of(model, rows, target, level, g))
        .toList();
  }

  private static EffectCurve of(
      SlrmModel model, IncompleteMatrix rows, int target, int level, EffectGrid g) {
    int values = g.values().length;
    Predictions p = model.predictAll(varied(rows, g));
    double[][] centred = new double[values + 1][rows.rows()];
    for (int i = 0; i < rows.rows(); i++) {
      int first = i * (values + 1);
      double mean = 0;
      for (int k = 0; k < values; k++) {
        mean += said(p, first + k, target, level) / values;
      }
      for (int k = 0; k <= values; k++) {
        centred[k][i] = said(p, first + k, target, level) - mean;
      }
    }
    List<Spread> effect = new ArrayList<>();
    for (int k = 0; k < values; k++) {
      effect.add(Spread.of(centred[k]));
    }
    return new EffectCurve(
        g, effect, g.missing() > 0 ? Spread.of(centred[values]) : null, rows.rows());
  }

  private static double said(Predictions p, int row, int target, int level) {
    return level < 0 ? p.mean(row, target) : p.probabilities().of(row, target, level);
  }

  /** Every row once with each value, and once without the column. */
  private static IncompleteMatrix varied(IncompleteMatrix rows, EffectGrid g) {
    IncompleteMatrix.Builder out = IncompleteMatrix.builder(rows.columns());
    for (int i = 0; i < rows.rows(); i++) {
      double[] row = rows.row(i).toNaN();
      for (int k = 0; k <= g.values().length; k++) {
        g.set(row, k);
        out.addNaN(row);
      }
    }
    return out.build();
  }
}
