package org.slrm.cli.report.fit;

import static org.slrm.cli.report.chart.NumberText.number;
import static org.slrm.cli.report.chart.NumberText.percent;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.slrm.cli.report.chart.Axis;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Figure;
import org.slrm.cli.report.chart.Html;
import org.slrm.cli.report.chart.Plot;
import org.slrm.cli.report.chart.RowChart;
import org.slrm.cli.report.feature.FeatureGroup;
import org.slrm.cli.result.MaskedColumn;
import org.slrm.cli.result.MaskedColumn.CurvePoint;
import org.slrm.result.Missingness;

/** Columns whose entries are missing because of their values: P(missing) by value, with a band. */
final class MissingnessSection {
  /** Columns with a chart; the others are in a table. */
  private static final int DRAWN = 3;

  private static final int HEIGHT = 260;

  private MissingnessSection() {}

  static String of(Missingness m, List<FeatureGroup> groups, List<String> names) {
    if (m.isEmpty()) {
      return "";
    }
    FeatureGroup[] group = new FeatureGroup[names.size()];
    groups.forEach(g -> Arrays.stream(g.features()).forEach(j -> group[j] = g));
    List<MaskedColumn> columns =
        MaskedColumn.of(
            m,
            j -> group[j].name(),
            j -> group[j].categorical(names) ? group[j].level(names.get(j)) : null);
    StringBuilder out = new StringBuilder("<div class=\"grid2\">").append(lead(m, columns.size()));
    columns.stream().limit(DRAWN).forEach(c -> out.append(figure(c)));
    if (columns.size() > DRAWN) {
      out.append(others(columns));
    }
    return out.append("</div>").toString();
  }

  private static String lead(Missingness m, int count) {
    String fractions = m.variance().stream().map(v -> percent(v)).collect(Collectors.joining(", "));
    return ("<p class=\"setup wide\">Whether an entry is missing depends on its value in %s, as"
            + " the self-masking model estimates it. Lines are the probability that a value is"
            + " missing, bands hold 90 %% of the uncertainty at each value. Missing entries make"
            + " %s of the variance of the predictions%s.</p>")
        .formatted(
            count == 1 ? "one column" : count + " columns",
            fractions,
            m.variance().size() > 1 ? ", by target" : "");
  }

  private static String figure(MaskedColumn c) {
    String chart = c.categorical() ? levels(c) : curve(c);
    return new Figure(c.name(), summary(c)).chart(chart).table(table(c)).html();
  }

  private static String summary(MaskedColumn c) {
    return "%s missing: %s at %s, %s at %s. Its missing entries make %s of the variance of the predictions."
        .formatted(
            percent(c.missing()),
            percent(c.rarest().probability()),
            name(c.rarest()),
            percent(c.mostFrequent().probability()),
            name(c.mostFrequent()),
            percent(c.largestVariance()));
  }

  private static String name(CurvePoint p) {
    return p.level() == null ? number(p.value()) : Html.shorten(p.level(), 30);
  }

  private static String curve(MaskedColumn c) {
    double[] x = values(c, CurvePoint::value);
    double[] p = percents(c, CurvePoint::probability);
    Axis across = Axis.linear(x[0], x[x.length - 1], 5);
    Plot plot =
        new Plot(
            across, Html.shorten(c.name(), 50), Axis.exact(0, 100, 5), "P(missing), %", HEIGHT);
    double missing = 100 * c.missing();
    plot.segment(x[0], missing, x[x.length - 1], missing, "ideal", "");
    if (!Double.isNaN(c.points().get(0).lower())) {
      plot.area(x, percents(c, CurvePoint::lower), percents(c, CurvePoint::upper), "c2 band", "");
    }
    plot.line(x, p, "c2");
    plot.points(x, p, k -> tip(c.points().get(k)), "c2 ghost");
    return plot.svg("Probability that a value of " + c.name() + " is missing");
  }

  private static String levels(MaskedColumn c) {
    RowChart chart = new RowChart(Axis.exact(0, 100, 5), "P(missing), %", 100 * c.missing());
    for (CurvePoint p : c.points()) {
      double at = 100 * p.probability();
      double low = Double.isNaN(p.lower()) ? at : 100 * p.lower();
      double high = Double.isNaN(p.upper()) ? at : 100 * p.upper();
      chart.dot(new RowChart.Dot(name(p), at, low, high, percent(p.probability()), "c2", tip(p)));
    }
    return chart.html("Probability that each level of " + c.name() + " is missing");
  }

  private static String tip(CurvePoint p) {
    String band =
        Double.isNaN(p.lower())
            ? ""
            : "\n90 % band from " + percent(p.lower()) + " to " + percent(p.upper());
    return name(p) + "\nmissing with probability " + percent(p.probability()) + band;
  }

  private static DataTable table(MaskedColumn c) {
    DataTable out =
        new DataTable(
            c.categorical() ? "Level" : "#Value", "#P(missing)", "#Lower end", "#Upper end");
    for (CurvePoint p : c.points()) {
      out.row(name(p), p.probability(), p.lower(), p.upper());
    }
    return out;
  }

  private static String others(List<MaskedColumn> columns) {
    DataTable table =
        new DataTable(
            "Column", "#Missing", "Rarest at", "#P(missing)", "Most frequent at", "#P(missing)");
    for (MaskedColumn c : columns) {
      table.row(
          c.name(),
          c.missing(),
          name(c.rarest()),
          c.rarest().probability(),
          name(c.mostFrequent()),
          c.mostFrequent().probability());
    }
    String lead = "The columns that matter most for the predictions are drawn; the table has all.";
    return new Figure("All columns missing because of their values", lead).table(table).html();
  }

  private static double[] percents(MaskedColumn c, ToDoubleFunction<CurvePoint> of) {
    return values(c, p -> 100 * of.applyAsDouble(p));
  }

  private static double[] values(MaskedColumn c, ToDoubleFunction<CurvePoint> of) {
    return c.points().stream().mapToDouble(of).toArray();
  }
}
