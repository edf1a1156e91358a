package org.slrm.cli.report.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.reproduce.ReproduceInput.FigureRuns;
import org.slrm.cli.reproduce.ComparedMethod;
import org.slrm.cli.reproduce.Run;

/** Seconds spent on the runs, by figure and method. */
final class SecondsTable {
  /** The definition of its numbers, as text. */
  static final String LEGEND =
      "Sums of the CSV's column seconds, the search included. Every fit has one thread; where others used the machine at the same time, "
          + "they are an indication only.";

  private SecondsTable() {}

  static DataTable of(ReproduceInput in) {
    List<ComparedMethod> methods =
        Stream.of(ComparedMethod.values())
            .filter(c -> c != ComparedMethod.BAYES && in.figures().stream().anyMatch(f -> f.ran(c)))
            .toList();
    List<String> header = new ArrayList<>(List.of("Figure"));
    methods.forEach(c -> header.add("#" + c.title()));
    header.add("#Total");
    DataTable table = new DataTable(header.toArray(String[]::new));
    for (FigureRuns f : in.figures()) {
      row(table, f.number(), f.runs(), methods);
    }
    if (in.figures().size() > 1) {
      List<Run> all = in.figures().stream().flatMap(f -> f.runs().stream()).toList();
      row(table, "Total", all, methods);
    }
    return table;
  }

  private static void row(
      DataTable table, String name, List<Run> runs, List<ComparedMethod> methods) {
    List<String> row = new ArrayList<>(List.of(name));
    methods.forEach(c -> row.add(sum(runs.stream().filter(r -> r.method() == c).toList())));
    row.add(sum(runs));
    table.row(row.toArray(String[]::new));
  }

  private static String sum(List<Run> runs) {
    return runs.isEmpty() ? "" : NumberText.number(runs.stream().mapToDouble(Run::seconds).sum());
  }
}
