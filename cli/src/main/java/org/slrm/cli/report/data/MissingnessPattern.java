package org.slrm.cli.report.data;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.slrm.cli.report.chart.Axis;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Figure;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.RowChart;
import org.slrm.cli.report.feature.FeatureGroup;
import org.slrm.data.IncompleteMatrix;

/**
 * Rows with the same missingness pattern.
 *
 * @param missing names of the columns that are missing
 * @param known names of those that are not
 * @param rows rows with this pattern
 */
public record MissingnessPattern(List<String> missing, List<String> known, int rows) {

  /**
   * The patterns of a table.
   *
   * @param count their number
   * @param mostFrequent the most frequent ones, in that order
   */
  public record All(int count, List<MissingnessPattern> mostFrequent) {}

  private static final int MAX = 100;
  private static final int MAX_DRAWN = 12;
  private static final int NAMED = 3;
  private static final int NAMED_IN_TABLE = 20;

  /** The patterns of a table. */
  public static All of(IncompleteMatrix x, List<FeatureGroup> columns) {
    int[] column = new int[x.columns()];
    for (int c = 0; c < columns.size(); c++) {
      for (int j : columns.get(c).features()) {
        column[j] = c;
      }
    }
    Map<BitSet, Integer> rows = new HashMap<>();
    for (int i = 0; i < x.rows(); i++) {
      BitSet known = new BitSet(columns.size());
      for (int e = x.rowStart(i); e < x.rowStart(i + 1); e++) {
        known.set(column[x.column(e)]);
      }
      rows.merge(known, 1, Integer::sum);
    }
    List<MissingnessPattern> mostFrequent =
        rows.entrySet().stream()
            // Ties are ordered by the pattern, so that equal data give equal pages.
            .sorted(
                Map.Entry.<BitSet, Integer>comparingByValue()
                    .reversed()
                    .thenComparing(e -> e.getKey().toLongArray(), Arrays::compare))
            .limit(MAX)
            .map(e -> of(columns, e.getKey(), e.getValue()))
            .toList();
    return new All(rows.size(), mostFrequent);
  }

  private static MissingnessPattern of(List<FeatureGroup> columns, BitSet known, int rows) {
    return new MissingnessPattern(names(columns, known, false), names(columns, known, true), rows);
  }

  private static List<String> names(List<FeatureGroup> columns, BitSet known, boolean wanted) {
    return IntStream.range(0, columns.size())
        .filter(c -> known.get(c) == wanted)
        .mapToObj(c -> columns.get(c).name())
        .toList();
  }

  /** The missing columns, or the observed ones if these are fewer. */
  String described(int limit) {
    if (missing.isEmpty()) {
      return "nothing missing";
    }
    if (known.isEmpty()) {
      return "everything missing";
    }
    return known.size() < missing.size() ? "all but " + some(known, limit) : some(missing, limit);
  }

  private static String some(List<String> names, int limit) {
    String shown = String.join(", ", names.subList(0, Math.min(limit, names.size())));
    return names.size() > limit ? shown + " and " + (names.size() - limit) + " more" : shown;
  }

  /** The figure; empty where all rows have the same pattern. */
  static String figure(All all, int rows) {
    List<MissingnessPattern> patterns = all.mostFrequent();
    if (all.count() < 2) {
      return "";
    }
    RowChart chart = new RowChart(Axis.withZero(0, patterns.get(0).rows(), 4), "rows").wrapped();
    DataTable table = new DataTable("Missing", "#Rows", "#Share", "#Columns missing");
    for (MissingnessPattern p : patterns.subList(0, Math.min(MAX_DRAWN, patterns.size()))) {
      String percent = NumberText.percent((double) p.rows() / rows);
      chart.bar(
          p.described(NAMED),
          p.rows(),
          percent,
          "c2",
          p.described(NAMED_IN_TABLE) + "\n" + NumberText.count(p.rows(), "row") + ", " + percent);
    }
    for (MissingnessPattern p : patterns) {
      table.row(
          p.described(NAMED_IN_TABLE),
          p.rows(),
          NumberText.percent((double) p.rows() / rows),
          p.missing().size());
    }
    int drawn = patterns.stream().limit(MAX_DRAWN).mapToInt(MissingnessPattern::rows).sum();
    return new Figure(
            "Missingness patterns",
            NumberText.count(all.count(), "pattern")
                + " of missing columns. Those drawn are of "
                + NumberText.percent((double) drawn / rows)
                + " of the rows.")
        .chart(chart.html("Rows of the most frequent missingness patterns"))
        .table(table.more(all.count() - patterns.size()))
        .html();
  }
}
