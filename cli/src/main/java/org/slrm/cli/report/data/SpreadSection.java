package org.slrm.cli.report.data;

import java.util.List;
import java.util.stream.Stream;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Figure;

/** Distributions of the target and of the most important columns. */
public final class SpreadSection {
  private SpreadSection() {}

  /**
   * The section.
   *
   * @param targets numeric targets, by name
   * @param columns the columns, the most important first
   * @param drawn how many of them to draw
   */
  public static String of(List<ColumnSpread> targets, List<ColumnSpread> columns, int drawn) {
    StringBuilder out = new StringBuilder();
    targets.forEach(t -> out.append(t.figure()));
    columns.stream().limit(drawn).forEach(c -> out.append(c.figure()));
    DataTable table =
        new DataTable(
            "Column",
            "#Known",
            "#Minimum",
            "#First quartile",
            "#Median",
            "#Third quartile",
            "#Maximum");
    Stream.concat(targets.stream(), columns.stream()).forEach(c -> c.row(table));
    String lead =
        columns.size() > drawn
            ? "The " + drawn + " most important columns are drawn; the table has all."
            : "Summary statistics of all columns.";
    return out + new Figure("All columns", lead).table(table).html();
  }
}
