package org.slrm.cli.report.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.cli.report.chart.Axis;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Figure;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.RowChart;
import org.slrm.cli.report.feature.FeatureGroup;
import org.slrm.data.IncompleteMatrix;

/**
 * The distribution of a column's values.
 *
 * @param name the column's name
 * @param values of a number its observed values
 * @param levels counts of a category's levels, the most frequent first; else empty
 * @param rows rows of the table
 */
public record ColumnSpread(String name, Histogram values, List<Level> levels, int rows) {
  private static final int MAX_LEVELS = 10;

  /**
   * A level of a category.
   *
   * @param name its name
   * @param rows rows that have it
   */
  public record Level(String name, int rows) {}

  public static List<ColumnSpread> of(
      IncompleteMatrix x, List<FeatureGroup> columns, List<String> features) {
    double[][] values = new double[x.columns()][];
    int[] known = x.statistics().known();
    Arrays.setAll(values, j -> new double[known[j]]);
    int[] at = new int[x.columns()];
    for (int i = 0; i < x.rows(); i++) {
      for (int e = x.rowStart(i); e < x.rowStart(i + 1); e++) {
        int j = x.column(e);
        values[j][at[j]++] = x.value(e);
      }
    }
    List<ColumnSpread> out = new ArrayList<>();
    for (FeatureGroup g : columns) {
      out.add(
          g.categorical(features)
              ? new ColumnSpread(
                  g.name(), Histogram.of(new double[0]), levels(g, features, values), x.rows())
              : new ColumnSpread(
                  g.name(), Histogram.of(values[g.features()[0]]), List.of(), x.rows()));
    }
    return out;
  }

  private static List<Level> levels(FeatureGroup g, List<String> features, double[][] values) {
    return IntStream.of(g.features())
        .mapToObj(
            j ->
                new Level(
                    g.level(features.get(j)),
                    (int) Arrays.stream(values[j]).filter(v -> v == 1).count()))
        .sorted(Comparator.comparingInt(Level::rows).reversed())
        .toList();
  }

  private int known() {
    return levels.isEmpty() ? values.sorted().length : levels.stream().mapToInt(Level::rows).sum();
  }

  /** Its figure; empty without values. */
  String figure() {
    String missing =
        known() == rows
            ? "Known in every row."
            : "Known in " + NumberText.percent((double) known() / rows) + " of the rows.";
    if (levels.isEmpty()) {
      return values.figure(name, missing, name, "rows");
    }
    int largest = levels.get(0).rows();
    RowChart chart = new RowChart(Axis.withZero(0, Math.max(1, largest), 4), "rows");
    DataTable table = new DataTable("Level", "#Rows");
    levels.stream()
        .limit(MAX_LEVELS)
        .forEach(
            l ->
                chart.bar(
                    l.name(),
                    l.rows(),
                    NumberText.count(l.rows()),
                    "c1",
                    l.name() + "\n" + NumberText.count(l.rows(), "row")));
    levels.forEach(l -> table.row(l.name(), l.rows()));
    String some =
        levels.size() > MAX_LEVELS
            ? " The " + MAX_LEVELS + " commonest of " + NumberText.count(levels.size()) + " levels."
            : "";
    return new Figure(name, missing + some)
        .chart(chart.html("Levels of " + name))
        .table(table)
        .html();
  }

  /** A line of the table of all columns. */
  void row(DataTable table) {
    boolean number = levels.isEmpty();
    table.row(
        name,
        NumberText.percent((double) known() / rows),
        number ? NumberText.number(values.quantile(0)) : "",
        number ? NumberText.number(values.quantile(0.25)) : "",
        number ? NumberText.number(values.quantile(0.5)) : "",
        number ? NumberText.number(values.quantile(0.75)) : "",
        number ? NumberText.number(values.quantile(1)) : NumberText.count(levels.size(), "level"));
  }
}
