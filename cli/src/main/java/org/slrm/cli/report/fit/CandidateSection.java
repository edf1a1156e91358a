package org.slrm.cli.report.fit;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slrm.cli.report.chart.Axis;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Figure;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.Plot;
import org.slrm.cli.report.chart.RowChart;
import org.slrm.cli.report.section.CandidateNames;
import org.slrm.result.FitReport;
import org.slrm.result.FitReport.Candidate;

/** What was tried, how it did, what was used; and how the error depends on the rank. */
final class CandidateSection {
  private static final int MOST_SHOWN = 24;
  private static final int MOST_CURVES = 4;

  private CandidateSection() {}

  static String of(FitReport report, TargetFacts t) {
    List<Candidate> all =
        CandidateNames.distinct(
            report.candidates().stream()
                .filter(c -> c.target() == t.number() && Double.isFinite(c.mse()))
                .sorted(Comparator.comparingDouble(Candidate::mse))
                .toList());
    return all.size() < 2 ? "" : candidates(all, t.deviation()) + rankCurve(all);
  }

  private static String candidates(List<Candidate> all, double deviation) {
    List<Candidate> shown = shown(all);
    double best = Math.sqrt(all.get(0).mse());
    RowChart chart =
        RowChart.ofErrors(
            "typical error",
            best,
            shown.stream().mapToDouble(CandidateSection::low).min().orElse(0),
            shown.stream().mapToDouble(CandidateSection::high).toArray(),
            deviation);
    shown.forEach(c -> chart.dot(dot(c)));
    long used = all.stream().filter(c -> c.weight() > 0).count();
    String left = all.size() > shown.size() ? " The best " + shown.size() + " are drawn." : "";
    return new Figure(
            "Candidates",
            NumberText.count(all.size(), "candidate")
                + " judged on the same unseen rows, "
                + NumberText.count(used)
                + " used. Bars are one standard error."
                + left)
        .legend("c1 dot", "used")
        .legend("c1 dot hollow", "tried, not used")
        .legend("refkey", chart.reference("predicting the mean"))
        .chart(
            chart
                .valueTitle("weight")
                .html("Typical error of each candidate with its standard error"))
        .table(table(all))
        .html();
  }

  /** Those used first, then the best; in the order of their errors. */
  private static List<Candidate> shown(List<Candidate> all) {
    return all.stream()
        .sorted(
            Comparator.<Candidate>comparingInt(c -> c.weight() > 0 ? 0 : 1)
                .thenComparingDouble(Candidate::mse))
        .limit(MOST_SHOWN)
        .sorted(Comparator.comparingDouble(Candidate::mse))
        .toList();
  }

  private static RowChart.Dot dot(Candidate c) {
    String weight = c.weight() > 0 ? NumberText.percent(c.weight()) : "–";
    String tip =
        c.name()
            + "\ntypical error "
            + NumberText.of(Math.sqrt(c.mse()))
            + " ("
            + NumberText.of(low(c))
            + " to "
            + NumberText.of(high(c))
            + ")\nweight "
            + NumberText.percent(c.weight());
    String style = c.weight() > 0 ? "c1" : "c1 hollow";
    return new RowChart.Dot(c.name(), Math.sqrt(c.mse()), low(c), high(c), weight, style, tip);
  }

  private static DataTable table(List<Candidate> all) {
    DataTable table =
        new DataTable("Candidate", "#Rank", "#Weight", "#Typical error", "#MSE", "#Standard error");
    for (Candidate c : all) {
      table.row(
          c.name(),
          c.rank() > 0 ? NumberText.count(c.rank()) : "–",
          NumberText.percent(c.weight()),
          NumberText.of(Math.sqrt(c.mse())),
          NumberText.of(c.mse()),
          NumberText.of(c.standardError()));
    }
    return table;
  }

  private static String rankCurve(List<Candidate> all) {
    Map<String, List<Candidate>> curves =
        all.stream()
            .filter(c -> c.rank() > 0)
            .collect(
                Collectors.groupingBy(CandidateSection::family, TreeMap::new, Collectors.toList()));
    List<Map.Entry<String, List<Candidate>>> drawn =
        curves.entrySet().stream()
            .filter(e -> e.getValue().stream().map(Candidate::rank).distinct().count() > 1)
            .sorted(Comparator.comparingDouble(e -> e.getValue().get(0).mse()))
            .limit(MOST_CURVES)
            .toList();
    if (drawn.isEmpty()) {
      return "";
    }
    List<Candidate> points = drawn.stream().flatMap(e -> e.getValue().stream()).toList();
    double best = Math.sqrt(points.stream().mapToDouble(Candidate::mse).min().orElse(1));
    double high = points.stream().mapToDouble(CandidateSection::high).max().orElse(1);
    double most = points.stream().mapToInt(Candidate::rank).max().orElse(1);
    double low = points.stream().mapToDouble(CandidateSection::low).min().orElse(0);
    Axis y = high > 20 * best && low > 0 ? Axis.logarithmic(low, high) : Axis.linear(low, high, 6);
    Plot plot =
        new Plot(Axis.withZero(0, most, 6).whole(), "rank", y, "typical error on unseen rows");
    Figure figure =
        new Figure(
            "Error against rank",
            "Too low a rank misses structure, too high a rank learns noise. Bars are one standard error.");
    DataTable table = new DataTable("Family", "#Rank", "#Typical error", "#From", "#To");
    for (int k = 0; k < drawn.size(); k++) {
      List<Candidate> curve = drawn.get(k).getValue();
      String style = "c" + (k + 1);
      draw(plot, curve, style);
      figure.legend(style, drawn.get(k).getKey());
      for (Candidate c : byRank(curve)) {
        table.row(
            drawn.get(k).getKey(),
            NumberText.count(c.rank()),
            NumberText.of(Math.sqrt(c.mse())),
            NumberText.of(low(c)),
            NumberText.of(high(c)));
      }
    }
    return figure.chart(plot.svg("Validation error against rank")).table(table).html();
  }

  private static void draw(Plot plot, List<Candidate> curve, String style) {
    List<Candidate> sorted = byRank(curve);
    double[] x = sorted.stream().mapToDouble(Candidate::rank).toArray();
    double[] y = sorted.stream().mapToDouble(c -> Math.sqrt(c.mse())).toArray();
    String[] tips =
        sorted.stream()
            .map(
                c ->
                    c.name()
                        + "\nrank "
                        + c.rank()
                        + "\ntypical error "
                        + NumberText.of(Math.sqrt(c.mse())))
            .toArray(String[]::new);
    for (Candidate c : sorted) {
      plot.errorBar(c.rank(), low(c), high(c), style);
    }
    plot.line(x, y, style).points(x, y, tips, style + " solid");
  }

  /** The best candidate of each rank, by rank. */
  private static List<Candidate> byRank(List<Candidate> curve) {
    TreeMap<Integer, Candidate> best = new TreeMap<>();
    curve.forEach(c -> best.merge(c.rank(), c, (a, b) -> a.mse() <= b.mse() ? a : b));
    return List.copyOf(best.values());
  }

  /** A candidate's name without its rank. */
  private static String family(Candidate c) {
    String name = c.name().replaceAll("[,·]?\\s*\\brank[ =]\\d+", "").replaceAll("^[ ,·]+", "");
    return name.isBlank() ? "all" : name.strip();
  }

  private static double low(Candidate c) {
    return Math.sqrt(Math.max(0, c.mse() - spread(c)));
  }

  private static double high(Candidate c) {
    return Math.sqrt(c.mse() + spread(c));
  }

  private static double spread(Candidate c) {
    return Double.isNaN(c.standardError()) ? 0 : c.standardError();
  }
}
