package org.slrm.cli.report.label;

import static org.slrm.cli.report.chart.NumberText.count;
import static org.slrm.cli.report.chart.NumberText.number;
import static org.slrm.cli.report.chart.NumberText.percent;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.slrm.cli.report.chart.Axis;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Figure;
import org.slrm.cli.report.chart.Plot;
import org.slrm.cli.report.chart.RowChart;
import org.slrm.result.Calibration;

/**
 * Coverage and size of prediction sets, class by class. Each part of the rows is evaluated by a
 * calibration from the others.
 */
public final class SetSection {
  private static final double[] LEVELS = {0.5, 0.6, 0.7, 0.8, 0.9, 0.95};
  private static final double NINETY = 0.9;
  private static final int MIN_ROWS = 20;
  private static final int MAX_CLASSES = 20;

  private final ClassRows rows;
  private final int[] part;
  private final Calibration[] others;

  private SetSection(ClassRows rows) {
    this.rows = rows;
    part = rows.held().calibrationFolds();
    int parts = Arrays.stream(part).max().orElse(0) + 1;
    others = IntStream.range(0, parts).mapToObj(this::without).toArray(Calibration[]::new);
  }

  public static String of(ClassRows rows) {
    if (rows.held().size() < MIN_ROWS) {
      return "";
    }
    SetSection section = new SetSection(rows);
    return section.calibration() + section.perClass() + section.sizes();
  }

  private Calibration without(int number) {
    double[][] scores = new double[rows.levels().size()][];
    for (int k = 0; k < scores.length; k++) {
      int level = k;
      scores[k] =
          IntStream.range(0, rows.held().size())
              .filter(i -> part[i] != number && rows.label(i) == level)
              .mapToDouble(i -> Math.max(0, 1 - rows.probability(i)))
              .toArray();
    }
    return Calibration.ofClasses(scores);
  }

  /** Least probability of each class, by part. */
  private double[][] thresholds(double level) {
    double[][] out = new double[others.length][rows.levels().size()];
    for (int q = 0; q < others.length; q++) {
      for (int k = 0; k < out[q].length; k++) {
        out[q][k] = others[q].leastProbability(k, level);
      }
    }
    return out;
  }

  private boolean[] covered(double[][] thresholds) {
    boolean[] out = new boolean[rows.held().size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = inSet(i, rows.label(i), thresholds);
    }
    return out;
  }

  private String calibration() {
    double[] x = Arrays.stream(LEVELS).map(v -> 100 * v).toArray();
    double[] y = new double[x.length];
    double[] size = new double[x.length];
    DataTable table = new DataTable("#Nominal", "#Hold the true class", "#Classes on average");
    int[] all = IntStream.range(0, rows.held().size()).toArray();
    for (int l = 0; l < x.length; l++) {
      double[][] thresholds = thresholds(LEVELS[l]);
      boolean[] in = covered(thresholds);
      y[l] = 100 * rows.held().mean(all, i -> in[i] ? 1 : 0);
      size[l] = rows.held().mean(all, i -> size(i, thresholds));
      table.row(percent(LEVELS[l]), percent(y[l] / 100), size[l]);
    }
    double low = Math.min(45, Arrays.stream(y).min().orElse(45) - 2);
    String svg =
        Plot.ofCoverage(low, "sets that contain the true class, %")
            .line(x, y, "c1")
            .points(
                x,
                y,
                l ->
                    "nominal %s\nactual %s\n%s classes on average"
                        .formatted(percent(LEVELS[l]), percent(y[l] / 100), number(size[l])),
                "c1 solid")
            .svg("Actual against nominal coverage of prediction sets");
    return new Figure(
            "Prediction set calibration",
            "A prediction set has the most probable class and all that are probable enough. Fraction of "
                + count(rows.held().size(), "held-out row")
                + " whose set contains their class.")
        .legend("c1", "calibrated")
        .legend("idealkey", "nominal")
        .chart(svg)
        .table(table)
        .html();
  }

  private int size(int i, double[][] thresholds) {
    int out = 0;
    for (int k = 0; k < rows.levels().size(); k++) {
      out += inSet(i, k, thresholds) ? 1 : 0;
    }
    return out;
  }

  private boolean inSet(int i, int level, double[][] thresholds) {
    return level == rows.predicted(i) || rows.p()[i][level] >= thresholds[part[i]][level];
  }

  private String perClass() {
    boolean[] in = covered(thresholds(NINETY));
    double[] coverage = coverage(in);
    // The axis starts below the class with the lowest coverage.
    double lowest = Arrays.stream(coverage).filter(v -> v >= 0).min().orElse(1) - 0.1;
    Axis axis = Axis.exact(100 * Math.max(0, Math.min(0.8, lowest)), 100, 4);
    RowChart chart = new RowChart(axis, "sets that contain the true class, %", 90);
    DataTable table = new DataTable("Class", "#Rows", "#In its set", "#Standard error");
    int shown = 0;
    for (int k = 0; k < rows.levels().size(); k++) {
      double fraction = coverage[k];
      int classSize = rowsOf(k).length;
      if (classSize == 0) {
        continue;
      }
      double error = Math.sqrt(fraction * (1 - fraction) / classSize);
      String name = rows.levels().get(k);
      String text = percent(fraction);
      if (shown++ < MAX_CLASSES) {
        chart.dot(
            new RowChart.Dot(
                name,
                100 * fraction,
                100 * Math.max(0, fraction - error),
                100 * Math.min(1, fraction + error),
                text,
                "c1",
                String.format(
                    "%s\n%s of %s ± %s", name, text, count(classSize, "row"), percent(error))));
      }
      table.row(name, classSize, text, percent(error));
    }
    return new Figure(
            "Coverage of 90 % sets by class",
            "Sets are calibrated for each class, so that rare classes are covered too; "
                + "each should be in 90 % of the sets of its rows.")
        .legend("refkey", "nominal")
        .chart(chart.html("Coverage of 90 % sets by class"))
        .table(table)
        .html();
  }

  /** Coverage of each class, NaN for a class without rows. */
  private double[] coverage(boolean[] in) {
    return IntStream.range(0, rows.levels().size())
        .mapToDouble(k -> rows.held().mean(rowsOf(k), i -> in[i] ? 1 : 0))
        .toArray();
  }

  private int[] rowsOf(int level) {
    return IntStream.range(0, part.length).filter(i -> rows.label(i) == level).toArray();
  }

  private String sizes() {
    double[][] thresholds = thresholds(NINETY);
    int[] counts = new int[rows.levels().size() + 1];
    for (int i = 0; i < rows.held().size(); i++) {
      counts[size(i, thresholds)]++;
    }
    int last = IntStream.range(0, counts.length).filter(k -> counts[k] > 0).max().orElse(0);
    double largest = Arrays.stream(counts).max().orElse(1);
    RowChart chart = new RowChart(Axis.withZero(0, largest, 4).whole(), "rows");
    DataTable table = new DataTable("#Classes in the set", "#Rows", "#Share");
    for (int k = 1; k <= last; k++) {
      String name = count(k) + (k == 1 ? " class" : " classes");
      String count = count(counts[k]);
      if (k <= MAX_CLASSES) {
        chart.bar(name, counts[k], count, "c1", name + "\n" + count + " rows");
      }
      table.row(k, count, percent((double) counts[k] / rows.held().size()));
    }
    return new Figure(
            "Size of 90 % sets",
            "One class is a clear answer, several are classes that cannot be distinguished.")
        .chart(chart.html("Number of classes in 90 % sets"))
        .table(table)
        .html();
  }
}
