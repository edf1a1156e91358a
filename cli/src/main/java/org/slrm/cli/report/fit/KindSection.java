package org.slrm.cli.report.fit;

import static org.slrm.cli.report.chart.Html.esc;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.cli.report.chart.Axis;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Figure;
import org.slrm.cli.report.chart.Html;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.Plot;
import org.slrm.cli.report.chart.RowChart;
import org.slrm.cli.report.fit.ComponentRows.Kind;

/**
 * Components of a mixture of factor analysers: probabilities of rows, and distinguishing features.
 */
final class KindSection {
  private static final int COLOURS = 8;
  private static final int MAX_DRAWN = 240;
  private static final double CERTAIN = 0.9;

  private KindSection() {}

  static String of(TargetFacts t) {
    ComponentRows kinds = t.kinds();
    return kinds == null ? "" : rows(kinds) + differences(kinds, t);
  }

  private static String rows(ComponentRows kinds) {
    List<double[]> drawn =
        kinds.probabilities().stream()
            .limit(MAX_DRAWN)
            .sorted(
                Comparator.<double[]>comparingInt(KindSection::mostProbable)
                    .thenComparingDouble(r -> -r[mostProbable(r)]))
            .toList();
    double[] x = IntStream.range(0, drawn.size()).mapToDouble(i -> i).toArray();
    Plot plot =
        new Plot(
            Axis.exact(0, Math.max(1, x.length - 1), 6).whole(),
            "rows, by their most probable component",
            Axis.exact(0, 100, 4),
            "probability of each component, %");
    Figure figure = new Figure("Component memberships", lead(kinds, drawn.size()));
    double[] below = new double[x.length];
    for (int k = 0; k < kinds.kinds().size(); k++) {
      double[] above = below.clone();
      for (int i = 0; i < x.length; i++) {
        above[i] += 100 * drawn.get(i)[k];
      }
      Kind kind = kinds.kinds().get(k);
      String tip = kind.name() + "\n" + NumberText.percent(kind.fraction()) + " of the rows";
      plot.area(x, below, above, style(k) + " full", tip);
      figure.legend(style(k) + " dot", kind.name());
      below = above;
    }
    return figure
        .chart(plot.svg("Membership probabilities of each row"))
        .table(fractions(kinds))
        .html();
  }

  private static String lead(ComponentRows kinds, int drawn) {
    long certain =
        kinds.probabilities().stream().filter(r -> r[mostProbable(r)] >= CERTAIN).count();
    int all = kinds.probabilities().size();
    return "The "
        + kinds.origin()
        + " assigns rows to "
        + NumberText.count(kinds.kinds().size(), "component")
        + ", each with its own subspace and regression. Each column is a row ("
        + NumberText.count(drawn)
        + " drawn at random): the more of one colour, the more certain its component is from its features alone. "
        + NumberText.percent((double) certain / all)
        + " of "
        + NumberText.count(all)
        + " rows have one component with a probability of 90 % or more.";
  }

  private static DataTable fractions(ComponentRows kinds) {
    DataTable out =
        new DataTable("Component", "#Rows assigned to it", "#Of these with 90 % or more");
    for (int k = 0; k < kinds.kinds().size(); k++) {
      int kind = k;
      List<double[]> members =
          kinds.probabilities().stream().filter(r -> mostProbable(r) == kind).toList();
      long certain = members.stream().filter(r -> r[kind] >= CERTAIN).count();
      out.row(
          kinds.kinds().get(k).name(),
          members.size(),
          members.isEmpty() ? "–" : NumberText.percent((double) certain / members.size()));
    }
    return out;
  }

  private static String differences(ComponentRows kinds, TargetFacts t) {
    boolean classes = t.label().hasClasses();
    String label = classes ? "#Fraction of the second class" : "#Mean label";
    DataTable table =
        new DataTable(
            "Component", "#Fraction", label, "#Deviation", "#Rank", "#Noise", "Means that differ");
    for (Kind k : kinds.kinds()) {
      table.row(
          k.name(),
          NumberText.percent(k.fraction()),
          k.label(),
          classes ? "–" : NumberText.number(k.deviation()),
          k.rank(),
          k.noise(),
          k.traits());
    }
    return new Figure(
            "Differences between components",
            "Labels of each component, and its features whose means differ most from those of all "
                + "rows, in standard deviations.")
        .chart(labels(kinds, t) + traits(kinds))
        .table(table)
        .html();
  }

  private static String traits(ComponentRows kinds) {
    if (kinds.kinds().stream().allMatch(k -> k.traits().isEmpty())) {
      return "<p>Means differ little: the components differ in the correlations of the features.</p>";
    }
    StringBuilder out = new StringBuilder("<dl class=\"facts\">");
    for (Kind k : kinds.kinds()) {
      out.append("<div><dt>").append(esc(k.name())).append("</dt><dd>");
      out.append(k.traits().isEmpty() ? "near the overall means" : esc(k.traits()));
      out.append("</dd></div>");
    }
    return out.append("</dl>").toString();
  }

  /** Components with labelled rows. */
  private static String labels(ComponentRows kinds, TargetFacts t) {
    boolean classes = t.label().hasClasses();
    List<Kind> labelled = kinds.kinds().stream().filter(k -> !Double.isNaN(k.label())).toList();
    double low = labelled.stream().mapToDouble(k -> k.label() - k.deviation()).min().orElse(0);
    double high = labelled.stream().mapToDouble(k -> k.label() + k.deviation()).max().orElse(1);
    String title =
        classes
            ? "fraction of " + Html.shorten(t.label().levels().get(1), 24)
            : Html.shorten(t.name(), 30) + ", mean and one standard deviation";
    RowChart chart = new RowChart(classes ? Axis.exact(0, 1, 4) : Axis.linear(low, high, 4), title);
    for (Kind k : labelled) {
      String style = style(kinds.kinds().indexOf(k));
      String mean = NumberText.number(k.label());
      String tip =
          classes
              ? k.name() + "\nfraction " + mean
              : k.name() + "\nmean " + mean + " ± " + NumberText.number(k.deviation());
      double from = classes ? Double.NaN : k.label() - k.deviation();
      double to = k.label() + k.deviation();
      String name = k.name() + ", " + NumberText.percent(k.fraction());
      chart.dot(new RowChart.Dot(name, k.label(), from, to, mean, style, tip));
    }
    return labelled.isEmpty() ? "" : chart.html("Labels of each component");
  }

  private static int mostProbable(double[] probabilities) {
    int best = 0;
    for (int k = 1; k < probabilities.length; k++) {
      best = probabilities[k] > probabilities[best] ? k : best;
    }
    return best;
  }

  private static String style(int k) {
    return "c" + (k % COLOURS + 1);
  }
}
