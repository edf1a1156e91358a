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
 * Warnings that require a fitted model: no predictive signal, implausibly small errors on held-out
 * rows, outliers among the training rows.
 *
 * <pre>{@code
 * List<DataWarning> found = FitWarnings.of(model, table.schema(), table.features());
 * }</pre>
 */
public final class FitWarnings {
  /** Fraction of explained variance above which a leak is suspected in a numeric target. */
  private static final double MAX_EXPLAINED = 0.995;

  /** Relative reduction of the log loss above which a leak is suspected in classification. */
  private static final double MAX_EXPLAINED_LOG_LOSS = 0.98;

  /** Columns are listed until they cover this fraction of the contributions, at most five. */
  private static final double COVERED = 0.9;

  private static final int MAX_NAMED = 5;
  private static final int ROWS = 200;
  private static final int NAMED = 20;

  private FitWarnings() {}

  /**
   * The warnings of a fit; warnings about its errors come first.
   *
   * @param features rows of the fit, to find the columns with the largest contributions
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
      boolean classification = model.labelKind(t).isClassification();
      if (explained.get(t) > (classification ? MAX_EXPLAINED_LOG_LOSS : MAX_EXPLAINED)) {
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
   * The warnings that follow from a report alone: targets predicted by the baseline.
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
    double covered = 0;
    for (Map.Entry<String, Double> e :
        size.entrySet().stream()
            .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
            .limit(MAX_NAMED)
            .toList()) {
      if (covered < COVERED * total) {
        named.add(e.getKey());
        covered += e.getValue();
      }
    }
    return DataWarning.of(DataWarning.LEAK_SUSPECTED, schema.targets().get(t), explained)
        .with("columns", named)
        .with("share", named.isEmpty() ? 0 : covered / total);
  }

  /** Sum of absolute contributions of each column over a sample of rows. */
  private static Map<String, Double> contributions(
      SlrmModel model, Schema schema, IncompleteMatrix features, int t) {
    Map<String, Double> out = new LinkedHashMap<>();
    int step = Math.max(1, features.rows() / ROWS);
    for (int i = 0; i < features.rows(); i += step) {
      SlrmModel.Explanation e = model.explain(features.row(i), t);
      Map<String, Double> inRow = new LinkedHashMap<>();
      double[] c = e.contribution();
      for (int k = 0; k < c.length; k++) {
        inRow.merge(schema.columnOf(e.feature(k)), c[k], Double::sum);
      }
      inRow.forEach((column, sum) -> out.merge(column, Math.abs(sum), Double::sum));
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
