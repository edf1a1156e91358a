package org.slrm.cli.report.example;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slrm.SlrmModel;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.Order;
import org.slrm.cli.report.feature.FeatureGroup;
import org.slrm.cli.report.section.HeldOutRows;
import org.slrm.data.IncompleteMatrix;
import org.slrm.result.Prediction;

/**
 * A row with its prediction and contributions.
 *
 * @param why why it is shown
 * @param name the row's name
 * @param actual its label
 * @param predicted prediction of the final model, which was fitted to this row too
 * @param interval the final model's 90 % interval
 * @param heldOut out-of-fold prediction
 * @param missing number of missing columns
 * @param baseline the model's prediction with nothing observed
 * @param contributions contributions, largest first
 */
public record ExampleRow(
    String why,
    String name,
    double actual,
    double predicted,
    Prediction.Interval interval,
    double heldOut,
    int missing,
    double baseline,
    List<ColumnContribution> contributions) {
  private static final double NINETY = 0.9;

  /**
   * The contribution of one column.
   *
   * @param column the column and its value
   * @param amount its contribution
   */
  public record ColumnContribution(String column, double amount) {}

  /**
   * The rows with the largest, median and smallest prediction, with the largest error, and with
   * most missing entries.
   */
  public static List<ExampleRow> of(
      SlrmModel model,
      IncompleteMatrix x,
      int target,
      HeldOutRows held,
      List<FeatureGroup> columns,
      List<String> features) {
    int[] order = Order.by(held.size(), i -> held.prediction()[i]);
    Map<Integer, String> chosen = new LinkedHashMap<>();
    chosen.put(order[order.length - 1], "The largest prediction");
    chosen.putIfAbsent(order[order.length / 2], "A prediction in the middle");
    chosen.putIfAbsent(order[0], "The smallest prediction");
    int emptiest = 0;
    int worst = 0;
    for (int i = 1; i < held.size(); i++) {
      emptiest = held.observed()[i] < held.observed()[emptiest] ? i : emptiest;
      worst = Math.abs(held.residual(i)) > Math.abs(held.residual(worst)) ? i : worst;
    }
    chosen.putIfAbsent(worst, "The largest cross-validated error");
    chosen.putIfAbsent(emptiest, "The row with the fewest observed features");
    List<ExampleRow> out = new ArrayList<>();
    Source source = new Source(model, x, target, held, columns, features);
    chosen.forEach((i, why) -> out.add(source.row(why, i)));
    return out;
  }

  /** A model and the rows it predicted. */
  private record Source(
      SlrmModel model,
      IncompleteMatrix x,
      int target,
      HeldOutRows held,
      List<FeatureGroup> columns,
      List<String> features) {
    ExampleRow row(String why, int i) {
      int row = held.row()[i];
      Prediction p = model.predict(x.row(row), target);
      SlrmModel.Explanation e = model.explain(x.row(row), target);
      double[] amount = new double[x.columns()];
      boolean[] known = new boolean[x.columns()];
      for (int k = 0; k < e.observed(); k++) {
        amount[e.feature(k)] += e.contribution(k);
        known[e.feature(k)] = true;
      }
      List<ColumnContribution> contributions = new ArrayList<>();
      int missing = 0;
      for (FeatureGroup g : columns) {
        double sum = 0;
        boolean any = false;
        for (int j : g.features()) {
          sum += amount[j];
          any |= known[j];
        }
        missing += any ? 0 : 1;
        if (sum != 0) {
          contributions.add(
              new ColumnContribution(g.name() + " = " + value(x, row, g, features), sum));
        }
      }
      contributions.sort(Comparator.comparingDouble(r -> -Math.abs(r.amount())));
      return new ExampleRow(
          why,
          held.name(i),
          held.label()[i],
          p.mean(),
          p.interval(NINETY),
          held.prediction()[i],
          missing,
          e.intercept() + e.missingness(),
          List.copyOf(contributions));
    }
  }

  private static String value(IncompleteMatrix x, int row, FeatureGroup g, List<String> features) {
    if (!g.categorical(features)) {
      return NumberText.value(x.valueAt(row, g.features()[0]));
    }
    for (int j : g.features()) {
      if (x.valueAt(row, j) == 1) {
        return g.level(features.get(j));
      }
    }
    return "another level";
  }
}
