package org.slrm.cli.report.fit;

import java.util.List;
import org.slrm.cli.report.chart.Axis;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Figure;
import org.slrm.cli.report.chart.Html;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.Plot;
import org.slrm.cli.report.feature.FeatureGroup;
import org.slrm.cli.report.feature.FeatureLoss;

/** The expected error when panels are missing in a growing fraction of rows. */
final class PanelFigure {
  private static final int MAX_LINES = 6;
  private static final int STEPS = 10;

  private PanelFigure() {}

  /** Empty without panels. */
  static String of(List<FeatureLoss> losses, boolean classes) {
    List<FeatureLoss> panels =
        losses.stream()
            .filter(l -> l.name().startsWith(FeatureGroup.PANEL))
            .limit(MAX_LINES)
            .toList();
    if (panels.isEmpty()) {
      return "";
    }
    String what = classes ? "expected log loss" : "expected error";
    double most = panels.stream().mapToDouble(FeatureLoss::without).max().orElse(1);
    Plot plot =
        new Plot(
            Axis.withZero(0, 100, 4),
            "rows that lose the panel, in %",
            Axis.withZero(0, most, 4),
            what);
    Figure figure =
        new Figure(
            "Error with lost panels",
            "The "
                + what
                + " of rows with a panel, as the panel is lost in a growing fraction of them, by the"
                + " expected errors of the model. evaluate --outage --panel measures it on labelled"
                + " rows.");
    DataTable table = new DataTable("Panel", "#Share of rows", "#" + what);
    for (int k = 0; k < panels.size(); k++) {
      FeatureLoss l = panels.get(k);
      double[] x = new double[STEPS + 1];
      double[] y = new double[STEPS + 1];
      for (int s = 0; s <= STEPS; s++) {
        double share = s / (double) STEPS;
        x[s] = 100 * share;
        y[s] = between(l, share, classes);
        table.row(l.name(), NumberText.percent(share), NumberText.number(y[s]));
      }
      plot.line(x, y, "c" + (k + 1));
      figure.legend("c" + (k + 1), Html.shorten(l.name(), 24));
    }
    return figure.chart(plot.svg("Expected error as panels are lost")).table(table).html();
  }

  /** Squared errors are means over rows; so is the log loss. */
  private static double between(FeatureLoss l, double share, boolean classes) {
    if (classes) {
      return (1 - share) * l.complete() + share * l.without();
    }
    double kept = (1 - share) * l.complete() * l.complete();
    return Math.sqrt(kept + share * l.without() * l.without());
  }
}
