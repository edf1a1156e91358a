package org.slrm.cli.report.data;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Figure;
import org.slrm.cli.report.feature.FeatureGroup;
import org.slrm.data.IncompleteMatrix;

/**
 * A summary of a fit's data.
 *
 * @param rows number of rows
 * @param patterns missingness patterns
 * @param targets distributions of numeric targets
 * @param columns distributions of columns, the most important first
 */
public record DataFacts(
    int rows,
    MissingnessPattern.All patterns,
    List<ColumnSpread> targets,
    List<ColumnSpread> columns) {
  private static final int DRAWN = 6;

  /**
   * Computes them.
   *
   * @param numbers which targets are numbers
   * @param order names of columns, the most important first
   */
  public static DataFacts of(
      IncompleteMatrix x,
      List<FeatureGroup> groups,
      List<String> features,
      IncompleteMatrix y,
      List<String> names,
      int[] numbers,
      List<String> order) {
    List<ColumnSpread> columns = new ArrayList<>(ColumnSpread.of(x, groups, features));
    columns.sort(
        Comparator.comparingInt(
            c -> order.contains(c.name()) ? order.indexOf(c.name()) : order.size()));
    List<ColumnSpread> targets = new ArrayList<>();
    for (int t : numbers) {
      double[] labels = IntStream.range(0, y.rows()).mapToDouble(i -> y.valueAt(i, t)).toArray();
      targets.add(new ColumnSpread(names.get(t), Histogram.of(labels), List.of(), y.rows()));
    }
    return new DataFacts(x.rows(), MissingnessPattern.of(x, groups), targets, columns);
  }

  /** The figure of missingness patterns. */
  public String missing() {
    return MissingnessPattern.figure(patterns, rows);
  }

  /** Distributions of the targets and of the most important columns. */
  public String spreads() {
    StringBuilder out = new StringBuilder();
    targets.forEach(t -> out.append(t.figure()));
    columns.stream().limit(DRAWN).forEach(c -> out.append(c.figure()));
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
        columns.size() > DRAWN
            ? "The " + DRAWN + " most important columns are drawn; the table has all."
            : "Summary statistics of all columns.";
    return out + new Figure("All columns", lead).table(table).html();
  }
}
