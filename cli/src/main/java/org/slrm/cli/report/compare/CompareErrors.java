package org.slrm.cli.report.compare;

import static org.slrm.cli.report.chart.Html.capital;

import java.util.List;
import java.util.stream.IntStream;
import org.slrm.cli.output.text.ScoreText;
import org.slrm.cli.report.chart.Axis;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Figure;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.RowChart;
import org.slrm.cli.report.compare.Ranking.RankedMethod;
import org.slrm.method.LabelKind;

/** The errors of every method on one target. */
final class CompareErrors {
  private CompareErrors() {}

  static String of(Ranking r) {
    return errors(r) + differences(r);
  }

  private static String errors(Ranking r) {
    String what = ScoreText.shown(r.kind());
    RowChart chart =
        RowChart.ofErrors(
            what,
            r.winner().error(),
            r.entries().stream().mapToDouble(RankedMethod::low).min().orElse(0),
            r.entries().stream().mapToDouble(RankedMethod::high).toArray(),
            r.winner().baseline());
    DataTable table = new DataTable("Method", "#" + capital(what), "#From", "#To");
    for (RankedMethod e : r.entries()) {
      String text = NumberText.number(e.error());
      String tip =
          "%s\n%s %s (%s to %s)\n%s of the %s explained%s"
              .formatted(
                  e.name(),
                  what,
                  text,
                  NumberText.number(e.low()),
                  NumberText.number(e.high()),
                  NumberText.percent(e.explained()),
                  ScoreText.explained(r.kind()),
                  nonZeros(e));
      chart.dot(new RowChart.Dot(e.name(), e.error(), e.low(), e.high(), text, style(e, r), tip));
      table.row(e.name(), text, e.low(), e.high());
    }
    return new Figure(
            "Error of each method",
            (r.kind().usesSquaredError() ? "Root of the mean squared error" : "Mean " + what)
                + " on held-out rows. Error bars: one standard error.")
        .legend("c2 dot", r.ours() == null ? "" : "ours")
        .legend("c1 dot", r.ours() == null ? "" : "others")
        .legend("refkey", chart.reference(ScoreText.baseline(r.kind())))
        .chart(chart.html(capital(what) + " of each method with its standard error"))
        .table(table)
        .html();
  }

  /** Distance to ours, or to the winner when ours is not among the methods. */
  private static String differences(Ranking r) {
    RankedMethod base = r.ours() == null ? r.winner() : r.ours();
    String name = base.name();
    if (r.entries().size() < 2) {
      return "";
    }
    List<RankedMethod> others = r.entries().stream().filter(e -> e != base).toList();
    double[] z = others.stream().mapToDouble(e -> Ranking.standardErrors(e, base)).toArray();
    double low = Math.max(-30, IntStream.range(0, z.length).mapToDouble(k -> z[k]).min().orElse(0));
    double high = Math.min(30, IntStream.range(0, z.length).mapToDouble(k -> z[k]).max().orElse(0));
    RowChart chart =
        new RowChart(
            Axis.withZero(Math.min(low, -2), Math.max(high, 2), 4),
            "standard errors worse than " + name,
            0);
    DataTable table = new DataTable("Method", "#Standard errors worse than " + name);
    for (int k = 0; k < z.length; k++) {
      String text = NumberText.standardErrors(z[k]);
      String words = z[k] < 0 ? "better than " : "worse than ";
      chart.bar(
          others.get(k).name(),
          Math.max(-30, Math.min(30, z[k])),
          text,
          z[k] < 0 ? "neg" : "pos",
          "%s\n%s standard errors %s%s"
              .formatted(
                  others.get(k).name(), NumberText.standardErrors(Math.abs(z[k])), words, name));
      table.row(others.get(k).name(), text);
    }
    return new Figure(
            "Distance to " + name,
            capital(losses(r.kind()))
                + " compared row by row on the same rows, in standard errors of the mean difference. "
                + "Left of zero beats "
                + name
                + "; within two it may be chance.")
        .legend("neg", "better than " + name)
        .legend("pos", "worse than " + name)
        .chart(chart.html("Difference of each method to " + name))
        .table(table)
        .html();
  }

  /** All results of each method, as a table. */
  static String numbers(Ranking r) {
    boolean number = r.kind().usesSquaredError();
    DataTable table =
        new DataTable(
            "Method",
            "#" + capital(ScoreText.shown(r.kind())),
            number ? "#MSE" : "#" + capital(ScoreText.baseline(r.kind())),
            "#Standard error",
            "#" + capital(ScoreText.explained(r.kind())) + " explained",
            "#Standard errors behind the winner",
            "#Non-zeros",
            "#Rows");
    for (RankedMethod e : r.entries()) {
      table.row(
          e.name(),
          e.error(),
          number ? e.score() : e.baseline(),
          e.standardError(),
          NumberText.percent(e.explained()),
          e == r.winner() ? "–" : NumberText.standardErrors(Ranking.standardErrors(e, r.winner())),
          e.nonZeros() < 0 ? "–" : NumberText.count(e.nonZeros()),
          e.rows());
    }
    return "<div class=\"card wide\">" + table.html() + "</div>";
  }

  private static String losses(LabelKind kind) {
    String name = ScoreText.name(kind.scoreName());
    return name + (name.endsWith("s") ? "es" : "s");
  }

  private static String style(RankedMethod e, Ranking r) {
    return e == r.ours() ? "c2" : "c1";
  }

  private static String nonZeros(RankedMethod e) {
    return e.nonZeros() < 0 ? "" : "\n" + NumberText.count(e.nonZeros(), "non-zero coefficient");
  }
}
