package org.slrm.cli.report.feature;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.SlrmModel;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.data.IncompleteMatrix;
import org.slrm.result.Predictions;

/**
 * The effect of a column on a target's prediction: in a sample of rows the column is set to one
 * value after another (individual conditional expectation). Each row's predictions are centred by
 * their mean over the values, so that without interactions all rows have the same curve.
 *
 * @param grid the values
 * @param effect change of the prediction at each value, over the rows
 * @param missing the same where the column is missing; null if it never is in the data
 * @param rows number of rows in the sample
 */
public record EffectCurve(
    EffectGrid grid, List<Spread> effect, @Nullable Spread missing, int rows) {
  public static final int MAX_CURVES = 8;
  private static final int MAX_ROWS = 200;

  /** Most rows for a nonlinear model, whose predictions are slow. */
  private static final int MAX_ROWS_NONLINEAR = 64;

  private static final int MIN_ROWS = 20;
  private static final long MAX_ENTRIES = 30_000_000;

  /** Most entries held at a time. */
  private static final int ENTRIES_AT_ONCE = 2_000_000;

  public EffectCurve {
    effect = List.copyOf(effect);
  }

  /** Name of the column. */
  public String name() {
    return grid.group().name();
  }

  /** The k-th value as text. */
  public String label(int k) {
    return grid.isNumber() ? NumberText.value(grid.values()[k]) : grid.levels().get(k);
  }

  /**
   * The curves of some columns; those with a single value have none.
   *
   * @param level the class whose probability is predicted; negative for a number
   */
  public static List<EffectCurve> of(
      SlrmModel model, IncompleteMatrix x, int target, int level, List<EffectGrid> grids) {
    long each = (long) MAX_CURVES * (EffectGrid.MAX_VALUES + 1) * x.columns();
    int limit = !model.isLinear(target) ? MAX_ROWS_NONLINEAR : MAX_ROWS;
    IncompleteMatrix rows =
        RowSample.of(
            x, Math.max(MIN_ROWS, Math.min(limit, MAX_ENTRIES / (each * model.targets()))));
    List<EffectGrid> shown = grids.stream().filter(g -> g.values().length > 1).toList();
    List<double[][]> centred =
        shown.stream().map(g -> new double[g.values().length + 1][rows.rows()]).toList();
    int step = (int) Math.max(1, ENTRIES_AT_ONCE / each);
    for (int from = 0; from < rows.rows() && !shown.isEmpty(); from += step) {
      int to = Math.min(rows.rows(), from + step);
      double[] predictions = predictions(model, varied(rows, from, to, shown), target, level);
      for (int i = from, at = 0; i < to; i++) {
        for (int c = 0; c < shown.size(); c++) {
          EffectGrid g = shown.get(c);
          centre(predictions, at, g, i, centred.get(c));
          at += predictionsPerRow(g);
        }
      }
    }
    return IntStream.range(0, shown.size())
        .mapToObj(c -> of(shown.get(c), centred.get(c), rows.rows()))
        .toList();
  }

  private static EffectCurve of(EffectGrid g, double[][] centred, int rows) {
    int values = g.values().length;
    List<Spread> effect = IntStream.range(0, values).mapToObj(k -> Spread.of(centred[k])).toList();
    return new EffectCurve(g, effect, g.missing() > 0 ? Spread.of(centred[values]) : null, rows);
  }

  /** A row's predictions from the given index on, centred by their mean over the values. */
  private static void centre(
      double[] predictions, int first, EffectGrid g, int row, double[][] out) {
    int values = g.values().length;
    double mean = 0;
    for (int k = 0; k < values; k++) {
      mean += predictions[first + k] / values;
    }
    for (int k = 0; k < predictionsPerRow(g); k++) {
      out[k][row] = predictions[first + k] - mean;
    }
  }

  /** Number of predictions of a row for a curve: one without the column if it may be missing. */
  private static int predictionsPerRow(EffectGrid g) {
    return g.values().length + (g.missing() > 0 ? 1 : 0);
  }

  /** Numbers, or probabilities of a class. */
  private static double[] predictions(SlrmModel model, IncompleteMatrix x, int target, int level) {
    if (level < 0) {
      return model.means(x, target);
    }
    Predictions p = model.predict(x);
    return IntStream.range(0, x.rows())
        .mapToDouble(i -> p.probabilities().of(i, target, level))
        .toArray();
  }

  /** Every row once with each value of each curve, and once without its column. */
  private static IncompleteMatrix varied(
      IncompleteMatrix rows, int from, int to, List<EffectGrid> grids) {
    IncompleteMatrix.Builder out = IncompleteMatrix.builder(rows.columns());
    for (int i = from; i < to; i++) {
      for (EffectGrid g : grids) {
        double[] row = rows.row(i).toNaN();
        for (int k = 0; k < predictionsPerRow(g); k++) {
          g.set(row, k);
          out.addNaN(row);
        }
      }
    }
    return out.build();
  }
}
