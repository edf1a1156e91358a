package org.slrm.cli.report.reproduce;

import static org.slrm.cli.report.chart.Html.esc;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Figure;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.Page;
import org.slrm.cli.report.reproduce.ReproduceInput.FigureRuns;
import org.slrm.cli.report.section.PageSections;
import org.slrm.cli.reproduce.ClaimVerdict;
import org.slrm.cli.reproduce.ComparedMethod;
import org.slrm.cli.reproduce.Run;
import org.slrm.cli.reproduce.Verdicts;

/** The page of a reproduction: each claim of the paper, our figure, the verdict and its reason. */
public final class ReproducePage {
  private ReproducePage() {}

  public static String html(ReproduceInput in) {
    List<ClaimVerdict> verdicts = in.verdicts();
    Page page =
        new Page("Sparse Linear Regression With Missing Data, run again", "Reproduction", List.of())
            .header("<p class=\"headline\">" + headline(in) + "</p>\n")
            .section("verdicts", "Verdicts on the paper's claims", table(verdicts, true))
            .section("ours", "Verdicts on claims of our own", table(verdicts, false));
    for (FigureRuns f : in.figures()) {
      page.folded(f.plan().id(), f.plan().title(), figure(f, in));
    }
    return page.folded(
            "budgets",
            "Budgets",
            card("Least to most over the runs. " + BudgetTable.LEGEND, BudgetTable.byFigure(in)))
        .folded(
            "seconds", "Seconds", card(SecondsTable.LEGEND + " " + in.spent(), SecondsTable.of(in)))
        .folded("rules", "Rules and assumptions", rules())
        .folded("provenance", "Provenance", PageSections.provenance(in.provenance()))
        .html();
  }

  private static String headline(ReproduceInput in) {
    return in.claims("<b>", "</b>")
        + " Ganti &amp; Willett (2015) compare SLRM, which learns subspace and sparse regressor together, with SMPCR, "
        + "which learns one after the other. Here both run as the paper has them, with Algorithm 1 with options that help it, SMPCR whose earlier rows fade, the batch method MPCR and our default, on the same data and with equal budgets. "
        + esc(in.spent());
  }

  private static String card(String caption, DataTable table) {
    return "<figure class=\"card wide\"><figcaption><p>%s</p></figcaption>%s</figure>"
        .formatted(esc(caption), table.html());
  }

  private static String table(List<ClaimVerdict> verdicts, boolean ofThePaper) {
    StringBuilder out = new StringBuilder("<div class=\"card\"><table class=\"verdicts\"><thead>");
    out.append("<tr><th>Figure</th><th>Claim</th><th>Verdict</th><th>Evidence</th></tr></thead>");
    for (ClaimVerdict v : verdicts.stream().filter(v -> v.ofThePaper() == ofThePaper).toList()) {
      out.append("<tr><td><a href=\"#").append(v.figure()).append("\">").append(v.figure());
      out.append("</a></td><td>").append(esc(v.claim())).append("</td><td>").append(badge(v));
      out.append("</td><td>").append(esc(v.evidence()));
      out.append("</td></tr>");
    }
    return out.append("</table></div>").toString();
  }

  private static String badge(ClaimVerdict v) {
    String style =
        switch (v.outcome()) {
          case HELD -> " held";
          case DID_NOT_HOLD -> " failed";
          case DIRECTION_ONLY, NOT_DECIDABLE, NOT_TESTED -> "";
        };
    return "<span class=\"verdict" + style + "\">" + v.outcome().label() + "</span>";
  }

  private static String figure(FigureRuns f, ReproduceInput in) {
    StringBuilder out = new StringBuilder("<p class=\"setup\">").append(esc(f.plan().setUp()));
    out.append("</p>");
    List<String> notes = new ArrayList<>();
    f.plan().absent().forEach(a -> notes.add(a.why()));
    if (!f.runs().isEmpty()) {
      notes.addAll(missing(f, in));
    } else if (!f.plan().points().isEmpty()) {
      notes.add("Not run; start with: slrm reproduce " + f.plan().id() + " --" + in.scale().name());
    }
    out.append(PageSections.notes(notes));
    if (f.runs().isEmpty()) {
      return out.toString();
    }
    return out.append("<div class=\"grid2\">")
        .append(chart(f))
        .append(claims(f))
        .append(numbers(f, in.scale().dataSets()))
        .append("</div>")
        .toString();
  }

  private static String claims(FigureRuns f) {
    StringBuilder out = new StringBuilder("<div class=\"card\"><h3>Claims</h3>");
    Set<String> said = new HashSet<>();
    for (ClaimVerdict v : f.verdicts()) {
      out.append("<p class=\"claim\">").append(badge(v)).append(esc(v.claim())).append("<small>");
      out.append(esc(v.evidence()));
      // Claims of a kind share reason and rule, which are shown once.
      for (String more : List.of(v.reason(), "Rule: " + v.rule().text())) {
        out.append(!more.isEmpty() && said.add(more) ? "<br>" + esc(more) : "");
      }
      out.append("</small></p>");
    }
    return out.append("</div>").toString();
  }

  private static List<String> missing(FigureRuns f, ReproduceInput in) {
    return NotRun.of(f, in.scale().dataSets()).stream()
        .map(
            n ->
                "%s: %s; go on with: slrm reproduce %s --%s --methods %s"
                    .formatted(
                        n.method().title(),
                        n.where(),
                        f.plan().id(),
                        in.scale().name(),
                        n.method().id()))
        .toList();
  }

  private static String chart(FigureRuns f) {
    ReproducePlot plot = new ReproducePlot(f);
    boolean tasks = f.plan().tasks();
    Figure figure =
        new Figure(
            f.plan().id(),
            tasks
                ? "Box from quartile to quartile over the splits, bar at the median, whiskers to the ends."
                : "Mean over data sets; error bars: one standard error.");
    for (ComparedMethod c : plot.shown()) {
      figure.legend(c == ComparedMethod.BAYES ? "idealkey" : ReproducePlot.style(c), c.title());
    }
    return figure.chart(plot.svg()).html();
  }

  private static DataTable parameters(FigureRuns f) {
    DataTable table =
        new DataTable(
            "Point",
            "Method",
            "Parameters found on data set 1",
            "#Rank",
            "#Passes",
            "#Seconds",
            "#Refused");
    for (String point : f.plan().pointNames()) {
      for (ComparedMethod c : ComparedMethod.values()) {
        List<Run> all = f.at(point, c);
        if (c != ComparedMethod.BAYES && !all.isEmpty()) {
          table.row(
              point,
              c.title(),
              found(all.get(0)),
              all.stream().mapToInt(Run::rank).average().orElse(0),
              all.stream().mapToInt(Run::passes).average().orElse(0),
              all.stream().mapToDouble(Run::seconds).average().orElse(0),
              NumberText.percent(all.stream().mapToDouble(Run::refused).average().orElse(0)));
        }
      }
    }
    return table;
  }

  private static String found(Run run) {
    return run.method() == ComparedMethod.AUTO
        ? "chosen by folds in every data set"
        : SettingsTable.text(run);
  }

  /** Error of every method at every point and the paired differences behind the verdicts. */
  private static String numbers(FigureRuns f, int planned) {
    NumbersTable numbers = new NumbersTable(f, planned);
    return "<figure class=\"card wide\"><figcaption><h3>Numbers</h3><p>"
        + esc(NumbersTable.kind(f.plan().tasks()) + " " + NumbersTable.LEGEND)
        + "</p></figcaption>"
        + numbers.errors().html()
        + numbers.differences().html()
        + parameters(f).folded("Parameters, passes and seconds")
        + "</figure>";
  }

  private static String rules() {
    List<String> said = new ArrayList<>();
    said.add(Verdicts.RULES);
    said.add(
        "One search serves all methods of the paper that make passes: up to the same number of settings, the same rows and visits of rows for each, the same rule to stop, "
            + "evaluated on the same validation rows (table of budgets). SLRM is searched over λ1, λ2, λ3, ρ, T₀ and δ, SMPCR over λ, ρ, T₀ and δ, SMPCR with fading over its starting subspace as well; "
            + "MPCR fits its subspace until a pass lowers the residual by less than a millionth, or by 500 passes, and chooses λ on a path of 60. What is found on a point's first data set is used for its others. The default chooses its members on the "
            + "validation rows and by folds, again in each data set.");
    said.add(
        "\"SLRM, as printed\" is Algorithm 1 with nothing added: nothing is forgotten, and the starting pair is no candidate. Four things differ: steps decay as ρT₀/t, continuously, where the paper has ρ/t; the rank of synthetic data is given; γ = 0.999, because at the paper's "
            + "0.001 the gate refuses every row and every prediction is 0; and the hold-out error is taken after every pass, not after every row, which would take hours "
            + "(docs/paper.md has both side by side). \"SLRM\" is what --method slrm does.");
    said.add(
        "SMPCR is the paper's: its PETRELS starts at random, as published, minimises the sum over all rows and forgets nothing. \"SMPCR, fading\" is ours: earlier rows count less, by "
            + "1 − 1/n for each row that comes, so that it remembers about one pass, and it may start at the singular vectors that SLRM starts from, if validation rows say so.");
    said.add(
        "Passes end, for all, when the error on validation rows (for SMPCR's subspace, the residual of their entries) did not fall by a thousandth in three passes, when 20 passes "
            + "lowered it by less than a tenth, when it is below 1e-8 of what predicting 0 leaves, or after 500 passes (40 in the quick run).");
    said.add(
        "The paper does not say p in figures 1a to 1c and for the real data, nor q there, nor its grids of n, σ² and p, nor sizes and p for colon cancer; "
            + "three quarters are shown unless stated, and a tenth of the training entries for the gene data. In synthetic data the paper's methods are given d "
            + "and that means are 0; the default is given neither.");
    return PageSections.notes(said);
  }
}
