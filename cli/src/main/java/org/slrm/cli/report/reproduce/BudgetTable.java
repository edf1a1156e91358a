package org.slrm.cli.report.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.reproduce.ReproduceInput.FigureRuns;
import org.slrm.cli.reproduce.ComparedMethod;
import org.slrm.cli.reproduce.Run;

/** Budget of every method, from its runs. */
final class BudgetTable {
  /** The definition of the numbers, as text. */
  static final String LEGEND =
      "The methods of the paper that make passes may try the same number of settings (44) with the same rows and visits; a visit is one step of the subspace "
          + "and one of the regressor, which SMPCR makes one after the other. A search spends less where passes end early or a table is small, and tries fewer settings where a move leads off an axis "
          + "or to one that was tried; with fewer axes that happens sooner. MPCR fits one subspace, by at most 500 passes, and chooses among penalties on a path, which visits no row again.";

  private static final List<String> SPENT =
      List.of(
          "#Settings tried in a search",
          "#Rows × passes in a search",
          "#Validation rows",
          "#Passes of a fit");

  private BudgetTable() {}

  /** Figure by figure, with the number of runs. */
  static DataTable byFigure(ReproduceInput in) {
    DataTable table = new DataTable(with(List.of("Figure", "Method", "#Runs"), SPENT));
    for (FigureRuns f : in.figures()) {
      for (ComparedMethod c : ComparedMethod.values()) {
        List<Run> all = f.runs().stream().filter(r -> r.method() == c).toList();
        if (c != ComparedMethod.BAYES && !all.isEmpty()) {
          table.row(with(List.of(f.number(), c.title(), NumberText.count(all.size())), spent(all)));
        }
      }
    }
    return table;
  }

  /** All figures together, for the methods that are searched. */
  static DataTable overall(ReproduceInput in) {
    DataTable table = new DataTable(with(List.of("Method"), SPENT));
    for (ComparedMethod c : ComparedMethod.values()) {
      List<Run> all =
          in.figures().stream()
              .flatMap(f -> f.runs().stream())
              .filter(r -> r.method() == c)
              .toList();
      if (c.searched() && !all.isEmpty()) {
        table.row(with(List.of(c.title()), spent(all)));
      }
    }
    return table;
  }

  private static List<String> spent(List<Run> all) {
    List<Run> searched = all.stream().filter(r -> r.budget().settings() > 0).toList();
    return List.of(
        range(searched.stream(), r -> r.budget().settings()),
        range(searched.stream().filter(r -> r.budget().visits() > 0), r -> r.budget().visits()),
        range(
            all.stream().filter(r -> r.budget().validationRows() > 0),
            r -> r.budget().validationRows()),
        range(all.stream(), Run::passes));
  }

  private static String[] with(List<String> first, List<String> rest) {
    List<String> all = new ArrayList<>(first);
    all.addAll(rest);
    return all.toArray(String[]::new);
  }

  private static String range(Stream<Run> runs, ToLongFunction<Run> of) {
    LongSummaryStatistics s = runs.mapToLong(of).summaryStatistics();
    if (s.getCount() == 0) {
      return "–";
    }
    String smallest = NumberText.count(s.getMin());
    return s.getMin() == s.getMax() ? smallest : smallest + " to " + NumberText.count(s.getMax());
  }
}
