package org.slrm.cli.report.shift;

import static java.util.stream.Collectors.joining;
import static org.slrm.cli.report.chart.Html.esc;
import static org.slrm.cli.report.chart.NumberText.count;
import static org.slrm.cli.report.chart.Page.tile;

import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.Page;
import org.slrm.cli.report.section.PageSections;
import org.slrm.io.score.Scores;
import org.slrm.io.shift.ColumnShift;

/** The page of new rows compared with training rows: differences first, then column by column. */
public final class ShiftPage {
  private static final int MAX_FIGURES = 24;

  private static final String NOMINAL =
      "Intervals and sets have nominal coverage on average over rows drawn as the training rows"
          + " were; for one missingness pattern only as far as entries are missing at random.";

  private ShiftPage() {}

  public static String html(ShiftInput in) {
    List<ColumnShift> sorted =
        in.check().columns().stream()
            .sorted(Comparator.comparingDouble(ShapeFigure::distance).reversed())
            .toList();
    return new Page(in.title(), "New rows", in.errors().targets())
        .header(headline(in))
        .section("warnings", "Warnings", PageSections.warnings(in.warnings()))
        .section("errors", "Errors", errors(in))
        .perTarget("rows", "Predictions and labels", t -> in.errors().figures().get(t))
        .section(
            "predictions", "Predictions", PredictionSection.distributions(in.check().predictions()))
        .section("flags", "Flags", PredictionSection.flags(in.flags(), in.check().rows()))
        .section("outages", "Errors with lost columns", outages(in))
        .section("columns", "Columns in training and in new rows", ColumnCharts.of(in))
        .section("distributions", "Distributions", distributions(sorted))
        .folded("provenance", "Provenance", PageSections.provenance(in.provenance()))
        .html();
  }

  private static String headline(ShiftInput in) {
    int count = in.warnings().size();
    String verdict =
        count == 0
            ? "They look like the rows the model was fitted to."
            : count(count, "thing")
                + (count == 1 ? " differs" : " differ")
                + " from the rows the model was fitted to.";
    long outside = in.check().columns().stream().filter(c -> c.below() + c.above() > 0).count();
    long never = in.check().columns().stream().filter(ColumnShift::trainOnly).count();
    return "<p class=\"headline\">%s</p>\n<p>%s</p>\n<div class=\"tiles\">%s%s%s%s</div>"
        .formatted(
            esc(count(in.check().rows(), "new row") + ". " + verdict),
            esc(NOMINAL + (count == 0 ? "" : " Differences may change it.")),
            tile("New rows", count(in.check().rows()), "predicted from"),
            tile("Training rows", count(in.check().training().rows()), "compared with"),
            tile("Outside the range", count(outside, "column"), "in some new row"),
            tile("Missing in all new rows", count(never, "column"), "but observed in training"));
  }

  private static String errors(ShiftInput in) {
    if (in.scores().isEmpty()) {
      return "";
    }
    DataTable numbers =
        new DataTable("Target", "#Rows", "#RMSE", "#Mean absolute error", "#R²", "#In interval");
    DataTable classes =
        new DataTable("Target", "#Rows", "#Log loss", "#Accuracy", "#AUC", "#In set");
    DataTable quantiles =
        new DataTable(
            "Target",
            "#Rows",
            "#Pinball loss",
            "#Explained",
            "#At or below the prediction",
            "#Nominal",
            "#In interval");
    in.scores()
        .forEach(
            (name, s) -> {
              if (s instanceof Scores.NumericScores n) {
                row(n.isQuantile() ? quantiles : numbers, name, n);
              } else if (s instanceof Scores.ClassificationScores c) {
                classes.row(
                    name,
                    c.rows(),
                    c.score(),
                    NumberText.percent(c.metrics().accuracy()),
                    c.metrics().auc(),
                    NumberText.percent(c.setCoverage()));
              }
            });
    return card(in, s -> s instanceof Scores.NumericScores n && !n.isQuantile(), numbers)
        + card(in, s -> s instanceof Scores.NumericScores n && n.isQuantile(), quantiles)
        + card(in, Scores.ClassificationScores.class::isInstance, classes);
  }

  private static void row(DataTable table, String name, Scores.NumericScores n) {
    if (n.isQuantile()) {
      table.row(
          name,
          n.rows(),
          n.score(),
          NumberText.percent(n.explained()),
          NumberText.percent(n.belowPrediction()),
          NumberText.percent(n.kind().quantile()),
          NumberText.percent(n.coverage()));
    } else {
      table.row(name, n.rows(), n.rmse(), n.mae(), n.r2(), NumberText.percent(n.coverage()));
    }
  }

  private static String outages(ShiftInput in) {
    return in.outages().isEmpty()
        ? ""
        : in.scores().keySet().stream()
            .map(target -> OutageFigure.of(in.outages(), target))
            .collect(joining("", "<div class=\"grid2\">", "</div>"));
  }

  /** The table, if there is a target of its kind. */
  private static String card(ShiftInput in, Predicate<Scores> kind, DataTable table) {
    boolean some = in.scores().values().stream().anyMatch(kind);
    return some ? "<div class=\"card\">" + table.html() + "</div>" : "";
  }

  private static String distributions(List<ColumnShift> sorted) {
    List<ColumnShift> shown =
        sorted.stream().filter(c -> c.known() > 0 && !c.shares().isEmpty()).toList();
    int count = Math.min(MAX_FIGURES, shown.size());
    StringBuilder out = new StringBuilder("<div class=\"grid2\">");
    shown.subList(0, count).forEach(c -> out.append(ShapeFigure.of(c)));
    out.append("</div>");
    if (count < shown.size()) {
      out.append("<p class=\"more\">… and ")
          .append(count(shown.size() - count, "column"))
          .append(" with less drift.</p>");
    }
    return shown.isEmpty() ? "" : out.toString();
  }
}
