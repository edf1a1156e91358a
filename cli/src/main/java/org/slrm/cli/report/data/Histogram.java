package org.slrm.cli.report.data;

import java.util.Arrays;
import org.slrm.cli.report.chart.Axis;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Figure;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.Plot;

/**
 * A histogram: counts in bins of equal width between two quantiles; the outer bins include all
 * values beyond, so that one extreme value does not compress the others.
 *
 * @param sorted the numbers, increasing
 * @param from lower end of the first bin
 * @param to upper end of the last bin
 * @param counts numbers in each bin
 */
public record Histogram(double[] sorted, double from, double to, int[] counts) {
  private static final int MAX_BINS = 30;
  private static final double BEYOND = 0.005;
  private static final int HEIGHT = 260;

  /** For these numbers, without NaN. */
  public static Histogram of(double[] values) {
    double[] sorted = values.clone();
    // NaN comes last.
    Arrays.sort(sorted);
    int n = sorted.length;
    while (n > 0 && Double.isNaN(sorted[n - 1])) {
      n--;
    }
    sorted = n < values.length ? Arrays.copyOf(sorted, n) : sorted;
    if (n == 0) {
      return new Histogram(sorted, 0, 0, new int[0]);
    }
    double from = quantile(sorted, BEYOND);
    double to = quantile(sorted, 1 - BEYOND);
    int bins = from == to ? 1 : Math.max(4, Math.min(MAX_BINS, (int) Math.sqrt(n)));
    int[] counts = new int[bins];
    for (double v : sorted) {
      int k = from == to ? 0 : (int) Math.floor((v - from) / (to - from) * bins);
      counts[Math.max(0, Math.min(bins - 1, k))]++;
    }
    return new Histogram(sorted, from, to, counts);
  }

  private static double quantile(double[] sorted, double p) {
    return sorted[(int) Math.round(p * (sorted.length - 1))];
  }

  /** A quantile of the numbers, NaN without any. */
  public double quantile(double p) {
    return sorted.length == 0 ? Double.NaN : quantile(sorted, p);
  }

  private double edge(int k) {
    return from + (to - from) * k / counts.length;
  }

  private String bin(int k) {
    boolean below = k == 0 && sorted[0] < from;
    boolean above = k == counts.length - 1 && sorted[sorted.length - 1] > to;
    return below
        ? "up to " + NumberText.number(edge(1))
        : above
            ? "from " + NumberText.number(edge(k)) + " on"
            : NumberText.number(edge(k)) + " to " + NumberText.number(edge(k + 1));
  }

  /**
   * Its figure; empty where all numbers are equal.
   *
   * @param what title of the horizontal axis
   */
  public String figure(String title, String lead, String what, String rows) {
    if (counts.length < 2) {
      return "";
    }
    int largest = Arrays.stream(counts).max().orElse(1);
    Plot plot = new Plot(Axis.exact(from, to, 6), what, Axis.withZero(0, largest, 4), rows, HEIGHT);
    DataTable table = new DataTable(what, "#" + rows);
    double gap = (to - from) / counts.length * 0.04;
    for (int k = 0; k < counts.length; k++) {
      String tip = bin(k) + "\n" + NumberText.count(counts[k]) + " " + rows;
      plot.box(edge(k) + gap, 0, edge(k + 1) - gap, counts[k], "c1", tip);
      table.row(bin(k), counts[k]);
    }
    return new Figure(title, lead).chart(plot.svg(title)).table(table).html();
  }
}
