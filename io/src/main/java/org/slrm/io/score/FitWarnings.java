package org.slrm.io.score;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteMatrix;
import org.slrm.io.check.DataWarning;
import org.slrm.io.check.TableChecks;
import org.slrm.io.column.Schema;
import org.slrm.result.FitReport;
import org.slrm.result.FitReport.OutlierColumn;
import org.slrm.result.FitReport.OutlierLabel;

/**
 * Warnings that only a fitted model can give: no predictive signal, errors on held-out rows too
 * small to be true, outliers that it used.
 *
 * <pre>{@code
 * List<DataWarning> found = FitWarnings.of(model, table.schema(), table.features());
 * }</pre>
 */
public final class FitWarnings {
  /** Explained fraction of a number's variance above which a leak is suspected. */
  private static final double MAX_EXPLAINED = 0.995;

  /** Explained fraction of the log loss of classes above which a leak is suspected. */
  private static final double MAX_OF_CLASSES = 0.98;

  /** Named columns have at least this fraction of the contributions, if five columns do. */
  private static final double CARRIED = 0.9;

  private static final int MAX_NAMED = 5;
  private static final int ROWS = 200;
  private static final int NAMED = 20;

  private FitWarnings() {}

  /**
   * The warnings of a fit, those about its errors first.
   *
   * @param features rows of the fit, to see which columns carry its predictions
   */
  public static List<DataWarning> of(SlrmModel model, Schema schema, IncompleteMatrix features) {
    List<Double> explained =
        model.report().scores().stream().map(FitReport.Score::explained).toList();
    return of(model, schema, features, explained);
  }

  /**
   * The warnings of a model that was validated elsewhere.
   *
   * @param explained fraction of each target that is explained on held-out rows
   */
  public static List<DataWarning> of(
      SlrmModel model, Schema schema, IncompleteMatrix features, List<Double> explained) {
    List<DataWarning> out = new ArrayList<>(ofReport(model.report(), schema.targets()));
    for (int t = 0; t < explained.size(); t++) {
      boolean classes = model.labelKind(t).isClassification();
      if (explained.get(t) > (classes ? MAX_OF_CLASSES : MAX_EXPLAINED)) {
        out.add(leak(model, schema, features, t, explained.get(t)));
      }
    }
    FitReport.Outliers found = model.report().outliers();
    if (!found.excluded()) {
      labels(found, schema, out);
      TableChecks.add(found.columns().stream().map(c -> entries(c, schema)).toList(), out);
    }
    return out;
  }

  /**
   * What a report alone shows: targets that are predicted by the baseline.
   *
   * @param targets names of the targets
   */
  public static List<DataWarning> ofReport(FitReport report, List<String> targets) {
    return report.candidates().stream()
        .filter(c -> c.weight() == 1 && Boolean.TRUE.equals(c.settings().get("baseline")))
        .map(c -> DataWarning.of(DataWarning.NO_SIGNAL, targets.get(c.target()), c.mse()))
        .toList();
  }

  private static DataWarning leak(
      SlrmModel model, Schema schema, IncompleteMatrix features, int t, double explained) {
    Map<String, Double> size = contributions(model, schema, features, t);
    double total = size.values().stream().mapToDouble(v -> v).sum();
    List<String> named = new ArrayList<>();
    double carried = 0;
    for (Map.Entry<String, Double> e :
        size.entrySet().stream()
            .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
            .limit(MAX_NAMED)
            .toList()) {
      if (carried < CARRIED * total) {
        named.add(e.getKey());
        carried += e.getValue();
      }
    }
    return DataWarning.of(DataWarning.LEAK_SUSPECTED, schema.targets().get(t), explained)
        .with("columns", named)
        .with("share", named.isEmpty() ? 0 : carried / total);
  }

  /** Mean absolute contribution of each column over some of the rows, times their number. */
  private static Map<String, Double> contributions(
      SlrmModel model, Schema schema, IncompleteMatrix features, int t) {
    Map<String, Double> out = new LinkedHashMap<>();
    int step = Math.max(1, features.rows() / ROWS);
    for (int i = 0; i < features.rows(); i += step) {
      SlrmModel.Explanation e = model.explain(features.row(i), t);
      Map<String, Double> ofRow = new LinkedHashMap<>();
      double[] c = e.contribution();
      for (int k = 0; k < c.length; k++) {
        ofRow.merge(schema.columnOf(e.feature(k)), c[k], Double::sum);
      }
      ofRow.forEach((column, sum) -> out.merge(column, Math.abs(sum), Double::sum));
    }
    return out;
  }

  private static void labels(FitReport.Outliers found, Schema schema, List<DataWarning> out) {
    for (int t = 0; t < schema.targets().size(); t++) {
      int target = t;
      List<OutlierLabel> labels =
          found.labels().stream().filter(w -> w.target() == target).toList();
      if (!labels.isEmpty()) {
        out.add(labels(schema.targets().get(t), labels));
      }
    }
  }

  private static DataWarning labels(String target, List<OutlierLabel> all) {
    List<OutlierLabel> named = all.subList(0, Math.min(NAMED, all.size()));
    return DataWarning.of(DataWarning.OUTLIERS, target, all.size())
        .with("labels", true)
        .with("values", named.stream().map(OutlierLabel::label).toList())
        .with("rows", named.stream().map(w -> w.row() + 1L).toList())
        .with("expected", named.stream().map(OutlierLabel::expected).toList());
  }

  private static DataWarning entries(OutlierColumn c, Schema schema) {
    return DataWarning.of(DataWarning.OUTLIERS, schema.columnOf(c.feature()), c.entries())
        .with("low", c.low())
        .with("high", c.high());
  }
}
