package org.slrm.cli.report.fit;

import static org.slrm.cli.report.chart.Html.capital;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.slrm.cli.output.text.ScoreText;
import org.slrm.cli.report.chart.Axis;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Figure;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.Plot;
import org.slrm.cli.report.chart.RowChart;
import org.slrm.cli.report.section.CandidateNames;
import org.slrm.cli.result.RowLosses;
import org.slrm.result.FitReport;
import org.slrm.result.FitReport.CandidateScore;

/** The candidates with their errors and weights, and the error by rank. */
final class CandidateSection {
  private static final int MAX_SHOWN = 24;
  private static final int MAX_CURVES = 4;

  private final TargetFacts target;
  private final String what;

  private CandidateSection(TargetFacts target) {
    this.target = target;
    what =
        ScoreText.candidates(target.label().kind()).orElse(ScoreText.shown(target.label().kind()));
  }

  /** The error of the baseline; NaN if unknown. */
  private double baseline() {
    RowLosses losses = target.label().losses();
    if (target.label().plain()) {
      return target.deviation();
    }
    boolean other = ScoreText.candidates(target.label().kind()).isPresent();
    return other || losses == null ? Double.NaN : losses.baseline();
  }

  /** The root of a squared error, any other score itself. */
  private double shown(double score) {
    return target.label().plain() ? Math.sqrt(Math.max(0, score)) : score;
  }

  static String of(FitReport report, TargetFacts t) {
    List<CandidateScore> all =
        CandidateNames.distinct(
            report.candidates().stream()
                .filter(c -> c.target() == t.number() && Double.isFinite(c.mse()))
                .sorted(Comparator.comparingDouble(CandidateScore::mse))
                .toList());
    if (all.size() < 2) {
      return "";
    }
    CandidateSection section = new CandidateSection(t);
    return section.candidates(all) + section.rankCurve(all);
  }

  private String candidates(List<CandidateScore> all) {
    List<CandidateScore> shown = shown(all);
    double best = shown(all.get(0).mse());
    RowChart chart =
        RowChart.ofErrors(
            what,
            best,
            shown.stream().mapToDouble(this::low).min().orElse(0),
            shown.stream().mapToDouble(this::high).toArray(),
            baseline());
    shown.forEach(c -> chart.dot(dot(c)));
    long used = all.stream().filter(c -> c.weight() > 0).count();
    String left = all.size() > shown.size() ? " The best " + shown.size() + " are drawn." : "";
    return new Figure(
            "Candidates",
            "%s evaluated on the same held-out rows, %s used. Error bars: one standard error.%s"
                .formatted(NumberText.count(all.size(), "candidate"), NumberText.count(used), left))
        .legend("c1 dot", "used")
        .legend("c1 dot hollow", "not used")
        .legend(
            "refkey",
            Double.isNaN(baseline())
                ? ""
                : chart.reference(ScoreText.baseline(target.label().kind())))
        .chart(chart.valueTitle("weight").html("Error of each candidate with its standard error"))
        .table(table(all))
        .html();
  }

  /** Members first, then by error. */
  private static List<CandidateScore> shown(List<CandidateScore> all) {
    return all.stream()
        .sorted(
            Comparator.<CandidateScore>comparingInt(c -> c.weight() > 0 ? 0 : 1)
                .thenComparingDouble(CandidateScore::mse))
        .limit(MAX_SHOWN)
        .sorted(Comparator.comparingDouble(CandidateScore::mse))
        .toList();
  }

  private RowChart.Dot dot(CandidateScore c) {
    String weight = c.weight() > 0 ? NumberText.percent(c.weight()) : "–";
    String tip =
        "%s\n%s %s (%s to %s)\nweight %s"
            .formatted(
                c.label(),
                what,
                NumberText.number(shown(c.mse())),
                NumberText.number(low(c)),
                NumberText.number(high(c)),
                NumberText.percent(c.weight()));
    String style = c.weight() > 0 ? "c1" : "c1 hollow";
    return new RowChart.Dot(c.label(), shown(c.mse()), low(c), high(c), weight, style, tip);
  }

  private DataTable table(List<CandidateScore> all) {
    DataTable table =
        target.label().plain()
            ? new DataTable(
                "Candidate", "#Rank", "#Weight", "#Typical error", "#MSE", "#Standard error")
            : new DataTable(
                "Candidate", "#Rank", "#Weight", "#" + capital(what), "#Standard error");
    for (CandidateScore c : all) {
      List<String> cells = new ArrayList<>(List.of(c.label()));
      cells.add(c.rank() > 0 ? NumberText.count(c.rank()) : "–");
      cells.add(NumberText.percent(c.weight()));
      if (target.label().plain()) {
        cells.add(NumberText.number(Math.sqrt(c.mse())));
      }
      cells.add(NumberText.number(c.mse()));
      cells.add(NumberText.number(c.standardError()));
      table.row(cells.toArray(new String[0]));
    }
    return table;
  }

  private String rankCurve(List<CandidateScore> all) {
    Map<String, List<CandidateScore>> curves =
        all.stream()
            .filter(c -> c.rank() > 0)
            .collect(
                Collectors.groupingBy(CandidateScore::name, TreeMap::new, Collectors.toList()));
    List<Map.Entry<String, List<CandidateScore>>> drawn =
        curves.entrySet().stream()
            .filter(e -> e.getValue().stream().map(CandidateScore::rank).distinct().count() > 1)
            .sorted(Comparator.comparingDouble(e -> e.getValue().get(0).mse()))
            .limit(MAX_CURVES)
            .toList();
    if (drawn.isEmpty()) {
      return "";
    }
    List<CandidateScore> points = drawn.stream().flatMap(e -> e.getValue().stream()).toList();
    double best = shown(points.stream().mapToDouble(CandidateScore::mse).min().orElse(1));
    double high = points.stream().mapToDouble(this::high).max().orElse(1);
    double maxRank = points.stream().mapToInt(CandidateScore::rank).max().orElse(1);
    double low = points.stream().mapToDouble(this::low).min().orElse(0);
    Axis y = high > 20 * best && low > 0 ? Axis.logarithmic(low, high) : Axis.linear(low, high, 6);
    Plot plot =
        new Plot(Axis.withZero(0, maxRank, 6).whole(), "rank", y, what + " on held-out rows");
    Figure figure =
        new Figure(
            "Error against rank",
            "Too low a rank misses structure, too high a rank learns noise. Error bars: one standard error.");
    DataTable table = new DataTable("Family", "#Rank", "#" + capital(what), "#From", "#To");
    for (int k = 0; k < drawn.size(); k++) {
      List<CandidateScore> curve = drawn.get(k).getValue();
      String style = "c" + (k + 1);
      draw(plot, curve, style);
      figure.legend(style, drawn.get(k).getKey());
      for (CandidateScore c : byRank(curve)) {
        table.row(drawn.get(k).getKey(), c.rank(), shown(c.mse()), low(c), high(c));
      }
    }
    return figure.chart(plot.svg("Validation error against rank")).table(table).html();
  }

  private void draw(Plot plot, List<CandidateScore> curve, String style) {
    List<CandidateScore> sorted = byRank(curve);
    double[] x = sorted.stream().mapToDouble(CandidateScore::rank).toArray();
    double[] y = sorted.stream().mapToDouble(c -> shown(c.mse())).toArray();
    for (CandidateScore c : sorted) {
      plot.errorBar(c.rank(), low(c), high(c), style);
    }
    IntFunction<String> tips =
        k ->
            "%s\nrank %s\n%s %s"
                .formatted(
                    sorted.get(k).name(), sorted.get(k).rank(), what, NumberText.number(y[k]));
    plot.line(x, y, style).points(x, y, tips, style + " solid");
  }

  /** The best candidate of each rank, by rank. */
  private static List<CandidateScore> byRank(List<CandidateScore> curve) {
    TreeMap<Integer, CandidateScore> best = new TreeMap<>();
    curve.forEach(c -> best.merge(c.rank(), c, (a, b) -> a.mse() <= b.mse() ? a : b));
    return List.copyOf(best.values());
  }

  private double low(CandidateScore c) {
    return shown(Math.max(0, c.mse() - spread(c)));
  }

  private double high(CandidateScore c) {
    return shown(c.mse() + spread(c));
  }

  private static double spread(CandidateScore c) {
    return Double.isNaN(c.standardError()) ? 0 : c.standardError();
  }
}
