package org.slrm.cli.report.section;

import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.slrm.cli.report.chart.Axis;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Figure;
import org.slrm.cli.report.chart.Html;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.Order;
import org.slrm.cli.report.chart.Plot;
import org.slrm.result.FitReport;

/** The course of the fit: convergence, settings, and notes. */
public final class FitSection {
  private static final int MAX_POINTS = 200;

  private FitSection() {}

  public static String of(FitReport r) {
    DataTable settings = new DataTable("Setting", "Value");
    r.settings().forEach((name, value) -> settings.row(name, text(value)));
    r.objective().forEach((name, value) -> settings.row("objective: " + name, value));
    String lead = steps(r) + ". Stopped: " + r.stop() + (r.stop().endsWith(".") ? "" : ".");
    String card =
        new Figure(
                "Settings",
                "Specified and selected settings, and the terms of the objective at the end.")
            .chart(settings.html())
            .html();
    boolean bare = r.settings().isEmpty() && r.objective().isEmpty();
    return "<div class=\"grid2\">" + convergence(r, lead) + (bare ? "" : card) + "</div>";
  }

  /** The steps of the fit: candidates for a search, iterations for any other. */
  public static String steps(FitReport r) {
    return r.method().equals("auto") && !r.candidates().isEmpty()
        ? NumberText.count(r.iterations(), "candidate") + " tried"
        : NumberText.count(r.iterations(), "iteration");
  }

  private static String convergence(FitReport r, String lead) {
    double[] all = r.history().stream().mapToDouble(v -> v).filter(Double::isFinite).toArray();
    if (all.length < 2) {
      return new Figure("Result of the search", lead).html();
    }
    Figure figure = new Figure("Convergence", lead);
    int[] at = Order.spaced(all.length, MAX_POINTS).toArray();
    double[] x = IntStream.of(at).mapToDouble(k -> k + 1).toArray();
    double[] y = IntStream.of(at).mapToDouble(k -> all[k]).toArray();
    double low = java.util.Arrays.stream(y).min().orElse(0);
    double high = java.util.Arrays.stream(y).max().orElse(1);
    Axis axis =
        low > 0 && high > 100 * low ? Axis.logarithmic(low, high) : Axis.linear(low, high, 5);
    IntFunction<String> tips =
        k ->
            "step "
                + NumberText.count(at[k] + 1L)
                + "\n"
                + trackedQuantity(r)
                + " "
                + rounded(y[k]);
    Plot plot =
        new Plot(
            Axis.linear(1, all.length, 6).whole(),
            "step",
            axis,
            Html.shorten(trackedQuantity(r), 52));
    plot.line(x, y, "c1").points(x, y, tips, at.length <= 40 ? "c1 solid" : "c1 ghost");
    DataTable table = new DataTable("#Step", "#" + trackedQuantity(r));
    IntStream.range(0, at.length).forEach(k -> table.row(at[k] + 1L, rounded(y[k])));
    return figure.chart(plot.svg("The criterion after each step")).table(table).html();
  }

  /**
   * The name of the tracked quantity. The history may hold a term of the objective instead of the
   * selection criterion; its last value identifies the term.
   */
  private static String trackedQuantity(FitReport r) {
    double last = r.history().get(r.history().size() - 1);
    return r.objective().entrySet().stream()
        .filter(e -> Math.abs(e.getValue() - last) <= 1e-9 * Math.abs(last))
        .map(e -> CandidateNames.words(e.getKey()))
        .findFirst()
        .orElse(r.criterion());
  }

  private static String text(Object value) {
    return value instanceof Double d ? rounded(d) : String.valueOf(value);
  }

  /** Seven significant digits. */
  private static String rounded(double v) {
    return Double.toString(
        new java.math.BigDecimal(v).round(new java.math.MathContext(7)).doubleValue());
  }
}
