package org.slrm.cli.report.compare;

import static org.slrm.cli.report.chart.Html.esc;
import static org.slrm.cli.report.chart.NumberText.standardErrors;

import java.util.List;
import org.slrm.cli.output.text.ScoreText;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.compare.Ranking.RankedMethod;

/** The winner of a comparison and its margin as text; it states when our method loses. */
final class CompareVerdict {
  private CompareVerdict() {}

  static String headline(CompareInput in, List<Ranking> rankings) {
    String data =
        " %s, %s, %s of the feature cells missing; every method on the same folds."
            .formatted(
                NumberText.count(in.x().rows(), "row"),
                NumberText.count(in.x().columns(), "feature"),
                NumberText.percent(in.x().missingShare()));
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
    return String.format(
        "<b>%s</b> has the smallest error on <b>%s of %s targets</b>; on %s more it is"
            + " within two standard errors of the winner, which may be chance, on %s another"
            + " method is clearly better.%s",
        esc(in.ours()), won, rankings.size(), near, rankings.size() - won - near, data);
  }

  /** The winner and its margin. */
  private static String verdict(Ranking r, String name) {
    RankedMethod winner = r.winner();
    String won = won(r);
    RankedMethod ours = r.ours();
    if (ours == null) {
      return r.requested() ? won + " " + esc(name) + " has no result here." : won;
    }
    if (r.entries().size() == 1) {
      return won;
    }
    if (r.won()) {
      RankedMethod next = r.entries().get(1);
      double z = Ranking.standardErrors(next, winner);
      return "%s Next is %s with %s, %s behind%s"
          .formatted(
              won,
              esc(next.name()),
              NumberText.number(next.error()),
              distance(z),
              z < 1 ? ": too close to call." : z < 2 ? ", which may be chance." : ".");
    }
    double z = Ranking.standardErrors(ours, winner);
    return "%s <b>%s</b> is at %s, %s worse%s"
        .formatted(
            won,
            esc(name),
            NumberText.number(ours.error()),
            distance(z),
            z < 1
                ? ": too close to call."
                : z < 2 ? ", which may be chance." : ": <b>a clear loss</b>.");
  }

  private static String won(Ranking r) {
    RankedMethod winner = r.winner();
    return "<b>%s%s%s</b> on held-out rows, %s of the %s explained."
        .formatted(
            esc(winner.name()),
            r.kind().usesSquaredError()
                ? "</b> has the smallest RMSE: <b>"
                : "</b> has the smallest " + ScoreText.shown(r.kind()) + ": <b>",
            NumberText.number(winner.error()),
            NumberText.percent(winner.explained()),
            ScoreText.explained(r.kind()));
  }

  private static String distance(double z) {
    return Double.isInfinite(z) ? "in every row" : standardErrors(Math.abs(z)) + " standard errors";
  }

  /** One line for each target. */
  static String summary(List<Ranking> rankings) {
    DataTable table =
        new DataTable(
            "Target", "Best method", "#Its error", "#auto", "#Difference in standard errors");
    for (Ranking r : rankings) {
      RankedMethod ours = r.ours();
      table.row(
          r.target(),
          r.winner().name(),
          r.winner().error(),
          ours == null ? "–" : NumberText.number(ours.error()),
          ours == null
              ? "–"
              : r.won() ? "best" : standardErrors(Ranking.standardErrors(ours, r.winner())));
    }
    return "<div class=\"card\">" + table.html() + "</div>\n";
  }
}
