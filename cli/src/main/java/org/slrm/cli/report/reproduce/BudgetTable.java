package org.slrm.cli.report.reproduce;

import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.reproduce.Contestant;
import org.slrm.cli.reproduce.Run;

/** What every contestant had and spent, from the runs themselves. */
final class BudgetTable {
  private BudgetTable() {}

  static String html(ReproduceInput in) {
    DataTable table =
        new DataTable(
            "Figure",
            "Method",
            "#Runs",
            "#Settings tried in a search",
            "#Rows × passes in a search",
            "#Validation rows",
            "#Passes of a fit",
            "#Seconds of a fit");
    for (ReproduceInput.FigureRuns f : in.figures()) {
      for (Contestant c : Contestant.values()) {
        List<Run> all = f.runs().stream().filter(r -> r.method() == c).toList();
        if (c != Contestant.BAYES && !all.isEmpty()) {
          row(table, f.plan().id(), c, all);
        }
      }
    }
    return "<figure class=\"card wide\"><figcaption><p>Least to most over the runs. The methods of the paper that make passes search with the same number of settings, "
        + "rows and visits; a visit is one step of the subspace and one of the regressor, which SMPCR makes one after the other. A search spends less where passes end early. "
        + "MPCR fits one subspace to its end and chooses among penalties on a path, which visits no row again. "
        + "Seconds are of one thread on a machine that others used at the same time: an indication only.</p></figcaption>"
        + table.html()
        + "</figure>";
  }

  private static void row(DataTable table, String figure, Contestant c, List<Run> all) {
    List<Run> searched = all.stream().filter(r -> r.budget().settings() > 0).toList();
    table.row(
        figure,
        c.title(),
        NumberText.count(all.size()),
        range(searched.stream(), r -> r.budget().settings()),
        range(searched.stream().filter(r -> r.budget().visits() > 0), r -> r.budget().visits()),
        range(
            all.stream().filter(r -> r.budget().validationRows() > 0),
            r -> r.budget().validationRows()),
        range(all.stream(), Run::passes),
        NumberText.of(all.stream().mapToDouble(Run::seconds).average().orElse(0)));
  }

  private static String range(Stream<Run> runs, ToLongFunction<Run> of) {
    LongSummaryStatistics s = runs.mapToLong(of).summaryStatistics();
    if (s.getCount() == 0) {
      return "–";
    }
    String least = NumberText.count(s.getMin());
    return s.getMin() == s.getMax() ? least : least + " to " + NumberText.count(s.getMax());
  }
}
