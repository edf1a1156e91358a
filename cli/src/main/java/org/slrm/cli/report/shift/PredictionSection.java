package org.slrm.cli.report.shift;

import static org.slrm.cli.report.chart.NumberText.percent;

import java.util.List;
import java.util.Map;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.io.shift.ColumnShift;

/** Predictions of new rows compared with the training labels, and numbers of flagged rows. */
final class PredictionSection {
  private PredictionSection() {}

  /** Predictions of each target compared with its training labels. */
  static String distributions(List<ColumnShift> predictions) {
    StringBuilder out = new StringBuilder();
    for (ColumnShift c : predictions) {
      if (c.known() > 0 && !c.shares().isEmpty()) {
        out.append(ShapeFigure.ofPredictions(c));
      }
    }
    return out.isEmpty() ? "" : "<div class=\"grid2\">" + out + "</div>";
  }

  /** Numbers of flagged rows by code; empty where none was. */
  static String flags(Map<String, Integer> counts, long rows) {
    if (counts.isEmpty()) {
      return "";
    }
    DataTable table = new DataTable("Flag", "#Rows", "#Share", "Meaning");
    counts.forEach(
        (code, count) ->
            table.row(code, count, percent((double) count / Math.max(1, rows)), meaning(code)));
    return "<div class=\"card\">" + table.html() + "</div>";
  }

  private static String meaning(String code) {
    return switch (code) {
      case "out_of_range" -> "an entry or the prediction is beyond the training range";
      case "thinned" -> "more entries known than in training rows; predictions of thinned rows";
      case "unseen_level" ->
          "a level that no training row had; predicted by the average over levels";
      case "few_observed" -> "far fewer entries known than in training rows";
      default -> "";
    };
  }
}
