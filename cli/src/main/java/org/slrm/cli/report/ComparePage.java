package org.slrm.cli.report;

import static org.slrm.cli.report.Html.esc;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.cli.report.CompareInput.MethodResult;
import org.slrm.cli.report.Ranking.Entry;

/** The page of a comparison. It says who won, whoever that is. */
final class ComparePage {
  private ComparePage() {}

  static String html(CompareInput in) {
    List<Ranking> rankings =
        IntStream.range(0, in.targets().size())
            .mapToObj(t -> Ranking.of(in, t))
            .filter(r -> !r.entries().isEmpty())
            .toList();
    List<String> names = rankings.stream().map(Ranking::target).toList();
    return new Page(in.title(), "Comparison", names)
        .header("<p class=\"headline\">" + headline(in, rankings) + "</p>\n")
        .header(rankings.size() > 1 ? summary(rankings) : "")
        .section("notes", "Good to know", FitSection.notes(failures(in)))
        .perTarget(
            "errors",
            "Errors",
            t -> errors(rankings.get(t)) + differences(rankings.get(t), in.ours()))
        .perTarget("numbers", "All numbers", t -> numbers(rankings.get(t)))
        .section("cost", "Time and size", cost(in))
        .section(
            "data", "Data", DataSection.of(in.columns(), MissingnessMap.of(in.x(), in.features())))
        .section("provenance", "Provenance", ProvenanceSection.of(in.provenance()))
        .html();
  }

  private static String headline(CompareInput in, List<Ranking> rankings) {
    String data =
        " "
            + Numbers.count(in.x().rows(), "row")
            + ", "
            + Numbers.count(in.x().columns(), "feature")
            + ", "
            + Numbers.percent(in.x().missingShare())
            + " of the feature cells missing; every method on the same folds.";
    if (rankings.isEmpty()) {
      return "No method gave a result." + data;
    }
    if (rankings.size() == 1) {
      return verdict(rankings.get(0), in.ours()) + data;
    }
    long won = rankings.stream().filter(Ranking::won).count();
    long near =
        rankings.stream()
            .filter(r -> r.ours() != null && !r.won())
            .filter(r -> Ranking.standardErrors(r.ours(), r.winner()) < 2)
            .count();
    return "<b>"
        + esc(in.ours())
        + "</b> has the smallest error on <b>"
        + won
        + " of "
        + rankings.size()
        + " targets</b>; on "
        + near
        + " more it is within two standard errors of the winner, which may be chance, on "
        + (rankings.size() - won - near)
        + " another method is clearly better."
        + data;
  }

  /** Who won, and by how much. */
  private static String verdict(Ranking r, String name) {
    Entry winner = r.winner();
    String won =
        "<b>"
            + esc(winner.name())
            + "</b> has the smallest error: typically off by <b>"
            + Numbers.of(winner.error())
            + "</b> on unseen rows, "
            + Numbers.percent(winner.r2())
            + " of the variance explained.";
    Entry ours = r.ours();
    if (ours == null) {
      return r.asked() ? won + " " + esc(name) + " has no result here." : won;
    }
    if (r.entries().size() == 1) {
      return won;
    }
    if (r.won()) {
      Entry next = r.entries().get(1);
      double z = Ranking.standardErrors(next, winner);
      return won
          + " Next is "
          + esc(next.name())
          + " with "
          + Numbers.of(next.error())
          + ", "
          + distance(z)
          + " behind"
          + (z < 1 ? ": too close to call." : z < 2 ? ", which may be chance." : ".");
    }
    double z = Ranking.standardErrors(ours, winner);
    return won
        + " <b>"
        + esc(name)
        + "</b> is at "
        + Numbers.of(ours.error())
        + ", "
        + distance(z)
        + " worse"
        + (z < 1
            ? ": too close to call."
            : z < 2 ? ", which may be chance." : ": <b>a clear loss</b>.");
  }

  private static String distance(double z) {
    return Double.isInfinite(z)
        ? "in every row"
        : Numbers.standardErrors(Math.abs(z)) + " standard errors";
  }

  private static String summary(List<Ranking> rankings) {
    DataTable table =
        new DataTable("Target", "Winner", "#Its error", "#Ours", "#Standard errors behind");
    for (Ranking r : rankings) {
      Entry ours = r.ours();
      table.row(
          r.target(),
          r.winner().name(),
          Numbers.of(r.winner().error()),
          ours == null ? "–" : Numbers.of(ours.error()),
          ours == null
              ? "–"
              : r.won() ? "won" : Numbers.standardErrors(Ranking.standardErrors(ours, r.winner())));
    }
    return "<div class=\"card\">" + table.html() + "</div>\n";
  }

  private static List<String> failures(CompareInput in) {
    List<String> out = new ArrayList<>();
    for (MethodResult r : in.results()) {
      if (!r.failure().isEmpty()) {
        out.add(r.name() + " gave no result: " + r.failure());
      }
    }
    return out;
  }

  private static String errors(Ranking r) {
    double reference = Math.sqrt(r.winner().held().meanMse());
    RowChart chart =
        RowChart.ofErrors(
            r.winner().error(),
            r.entries().stream().mapToDouble(Entry::low).min().orElse(0),
            r.entries().stream().mapToDouble(Entry::high).toArray(),
            reference);
    DataTable table = new DataTable("Method", "#Typical error", "#From", "#To");
    for (Entry e : r.entries()) {
      String text = Numbers.of(e.error());
      String tip =
          e.name()
              + "\ntypical error "
              + text
              + " ("
              + Numbers.of(e.low())
              + " to "
              + Numbers.of(e.high())
              + ")\n"
              + Numbers.percent(e.r2())
              + " of the variance explained"
              + nonZeros(e);
      chart.dot(new RowChart.Dot(e.name(), e.error(), e.low(), e.high(), text, style(e, r), tip));
      table.row(e.name(), text, Numbers.of(e.low()), Numbers.of(e.high()));
    }
    return new Figure(
            "Error of each method",
            "Root of the mean squared error on rows not seen. Bars are one standard error.")
        .legend("c2 dot", "ours")
        .legend("c1 dot", "others")
        .legend("refkey", chart.reference("predicting the mean"))
        .chart(chart.html("Typical error of each method with its standard error"))
        .table(table)
        .html();
  }

  private static String differences(Ranking r, String name) {
    Entry ours = r.ours();
    if (ours == null || r.entries().size() < 2) {
      return "";
    }
    List<Entry> others = r.entries().stream().filter(e -> e != ours).toList();
    double[] z = others.stream().mapToDouble(e -> Ranking.standardErrors(e, ours)).toArray();
    double low = Math.max(-30, IntStream.range(0, z.length).mapToDouble(k -> z[k]).min().orElse(0));
    double high = Math.min(30, IntStream.range(0, z.length).mapToDouble(k -> z[k]).max().orElse(0));
    RowChart chart =
        new RowChart(
            Axis.withZero(Math.min(low, -2), Math.max(high, 2), 4),
            "standard errors worse than " + name,
            0);
    DataTable table = new DataTable("Method", "#Standard errors worse than " + name);
    for (int k = 0; k < z.length; k++) {
      String text = Numbers.standardErrors(z[k]);
      String words = z[k] < 0 ? "better than " : "worse than ";
      chart.bar(
          others.get(k).name(),
          Math.max(-30, Math.min(30, z[k])),
          text,
          z[k] < 0 ? "neg" : "pos",
          others.get(k).name()
              + "\n"
              + Numbers.standardErrors(Math.abs(z[k]))
              + " standard errors "
              + words
              + name);
      table.row(others.get(k).name(), text);
    }
    return new Figure(
            "Distance to " + name,
            "Squared errors compared row by row on the same rows, in standard errors of the mean difference. "
                + "Left of zero beats "
                + name
                + "; within two it may be chance.")
        .legend("neg", "better than " + name)
        .legend("pos", "worse than " + name)
        .chart(chart.html("Difference of each method to " + name))
        .table(table)
        .html();
  }

  private static String numbers(Ranking r) {
    DataTable table =
        new DataTable(
            "Method",
            "#Typical error",
            "#MSE",
            "#Standard error",
            "#Variance explained",
            "#Standard errors behind the winner",
            "#Non-zeros",
            "#Rows");
    for (Entry e : r.entries()) {
      table.row(
          e.name(),
          Numbers.of(e.error()),
          Numbers.of(e.mse()),
          Numbers.of(e.standardError()),
          Numbers.percent(e.r2()),
          e == r.winner() ? "–" : Numbers.standardErrors(Ranking.standardErrors(e, r.winner())),
          e.nonZeros() < 0 ? "–" : Numbers.count(e.nonZeros()),
          Numbers.count(e.held().size()));
    }
    return "<div class=\"card wide\">" + table.html() + "</div>";
  }

  private static String cost(CompareInput in) {
    String both = time(in) + size(in);
    return both.isEmpty() ? "" : "<div class=\"grid2\">" + both + "</div>";
  }

  private static String size(CompareInput in) {
    List<MethodResult> known =
        in.results().stream()
            .filter(r -> !r.nonZeros().isEmpty())
            .sorted(Comparator.comparingInt(ComparePage::most).thenComparing(MethodResult::name))
            .toList();
    if (known.isEmpty()) {
      return "";
    }
    double most = most(known.get(known.size() - 1));
    RowChart chart =
        new RowChart(Axis.withZero(0, most, 4).whole(), "non-zero coefficients", Double.NaN);
    DataTable table = new DataTable("Method", "#Non-zero coefficients");
    for (MethodResult r : known) {
      String text = Numbers.count(most(r));
      String style = r.name().equals(in.ours()) ? "c2" : "c1";
      chart.bar(
          r.name(),
          most(r),
          text,
          style,
          r.name() + "\n" + Numbers.count(most(r), "non-zero coefficient"));
      table.row(r.name(), text);
    }
    String of = in.targets().size() > 1 ? ", the largest of the targets." : ".";
    return new Figure("Size of the model", "Non-zero coefficients when fitted to all rows" + of)
        .legend("c2", "ours")
        .legend("c1", "others")
        .chart(chart.html("Non-zero coefficients of each method"))
        .table(table)
        .html();
  }

  private static int most(MethodResult r) {
    return r.nonZeros().stream().mapToInt(v -> v).max().orElse(0);
  }

  /** Times differ between equal runs, so they stand in this one place, between two marks. */
  private static String time(CompareInput in) {
    List<MethodResult> timed =
        in.results().stream()
            .filter(r -> r.seconds() >= 0)
            .sorted(
                Comparator.comparingDouble(MethodResult::seconds).thenComparing(MethodResult::name))
            .toList();
    if (timed.isEmpty()) {
      return "";
    }
    double least = Math.max(0.001, timed.get(0).seconds());
    double most = Math.max(0.002, timed.get(timed.size() - 1).seconds());
    Axis axis = most > 20 * least ? Axis.logarithmic(least, most) : Axis.withZero(0, most, 4);
    RowChart chart =
        new RowChart(
            axis, axis.log() ? "seconds, each tick ten times more" : "seconds", Double.NaN);
    DataTable table = new DataTable("Method", "#Seconds");
    for (MethodResult r : timed) {
      String text = Numbers.of(r.seconds()) + "\u00a0s";
      String style = r.name().equals(in.ours()) ? "c2" : "c1";
      double at = Math.max(0.001, r.seconds());
      chart.dot(
          new RowChart.Dot(
              r.name(), at, Double.NaN, Double.NaN, text, style, r.name() + "\n" + text));
      table.row(r.name(), Numbers.of(r.seconds()));
    }
    String figure =
        new Figure(
                "Time taken",
                "All folds together. These are the only numbers that differ between equal runs.")
            .legend("c2 dot", "ours")
            .legend("c1 dot", "others")
            .chart(chart.html("Seconds taken by each method"))
            .table(table)
            .html();
    return "<!--clock-->" + figure + "<!--/clock-->";
  }

  private static String style(Entry e, Ranking r) {
    return e == r.ours() ? "c2" : "c1";
  }

  private static String nonZeros(Entry e) {
    return e.nonZeros() < 0 ? "" : "\n" + Numbers.count(e.nonZeros(), "non-zero coefficient");
  }
}
