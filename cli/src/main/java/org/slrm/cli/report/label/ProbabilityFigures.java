package org.slrm.cli.report.label;

import java.util.Arrays;
import java.util.List;
import org.slrm.cli.report.chart.Axis;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Figure;
import org.slrm.cli.report.chart.Html;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.Plot;
import org.slrm.result.ClassMetrics.Bin;

/** Calibration and distribution of predicted probabilities. */
final class ProbabilityFigures {
  private static final int BINS = 10;
  private static final int FINE = 20;

  /** Fraction of the height for the distribution of the rows. */
  private static final double DATA = 0.16;

  private ProbabilityFigures() {}

  static String calibration(ClassRows rows) {
    int[] drawn = rows.drawn();
    double limit = limit(rows, drawn);
    Axis x = Axis.exact(0, 1.02 * limit, 5);
    Axis y = Axis.exact(rows.levels().size() == 2 ? -DATA * limit : 0, 1.02 * limit, 5);
    Plot plot = new Plot(x, "predicted probability", y, "observed frequency", 380);
    Figure figure =
        new Figure(
            "Calibration curve",
            "Observed frequency of a class against its predicted probability, in ten bins; on the"
                + " line probabilities are calibrated. "
                + (rows.levels().size() == 2 ? "Error bars: one standard error. " : "")
                + "Mean calibration error "
                + NumberText.percent(rows.metrics().calibrationError())
                + "."
                + rows.left());
    DataTable table =
        new DataTable(
            "Class", "#Predicted probability", "#Observed frequency", "#Standard error", "#Rows");
    if (drawn.length == 1) {
      data(plot, rows.metrics().calibration(drawn[0], BINS), limit);
    }
    plot.segment(0, 0, limit, limit, "ideal", "");
    for (int k = 0; k < drawn.length; k++) {
      String style = "c" + (k + 1);
      String name = Html.shorten(rows.levels().get(drawn[k]), 24);
      List<Bin> bins = rows.metrics().calibration(drawn[k], BINS);
      draw(plot, bins, name, style, drawn.length == 1);
      figure.legend(style, name);
      for (Bin b : bins) {
        table.row(
            rows.levels().get(drawn[k]),
            NumberText.percent(b.probability()),
            NumberText.percent(b.fraction()),
            NumberText.percent(error(b)),
            Math.round(b.rows()));
      }
    }
    return figure
        .legend("idealkey", "calibrated")
        .chart(plot.svg("Observed frequency against predicted probability"))
        .table(table)
        .html();
  }

  /** The end of the axes: below 1 where all probabilities and frequencies of a class are small. */
  private static double limit(ClassRows rows, int[] drawn) {
    double largest = 0;
    for (int k : drawn) {
      for (Bin b : rows.metrics().calibration(k, BINS)) {
        largest =
            Math.max(largest, Math.max(b.probability(), Math.min(1, b.fraction() + error(b))));
      }
    }
    return Math.min(1, Math.max(1, Math.ceil(largest * BINS)) / BINS);
  }

  private static void draw(Plot plot, List<Bin> bins, String name, String style, boolean bars) {
    double[] x = bins.stream().mapToDouble(Bin::probability).toArray();
    double[] y = bins.stream().mapToDouble(Bin::fraction).toArray();
    for (Bin b : bins) {
      if (bars) {
        double low = Math.max(0, b.fraction() - error(b));
        plot.errorBar(b.probability(), low, Math.min(1, b.fraction() + error(b)), style);
      }
    }
    plot.line(x, y, style).points(x, y, k -> tip(name, bins.get(k)), style + " solid");
  }

  /** Number of rows of each group, along the bottom. */
  private static void data(Plot plot, List<Bin> bins, double limit) {
    double largest = bins.stream().mapToDouble(Bin::rows).max().orElse(1);
    for (Bin b : bins) {
      double from = Math.min(BINS - 1, Math.floor(b.probability() * BINS)) / BINS;
      plot.box(
          from + 0.01,
          -DATA * limit,
          from + 0.09,
          limit * (-DATA + 0.9 * DATA * b.rows() / largest),
          "where",
          NumberText.count(Math.round(b.rows()), "row"));
    }
  }

  private static double error(Bin b) {
    // Observed fractions of 0 or 1 are uncertain: half a pseudo-row of each class.
    double share = (b.fraction() * b.rows() + 0.5) / (b.rows() + 1);
    return Math.sqrt(share * (1 - share) / b.rows());
  }

  private static String tip(String name, Bin b) {
    return "%s\npredicted %s\nobserved %s ± %s\n%s"
        .formatted(
            name,
            NumberText.percent(b.probability()),
            NumberText.percent(b.fraction()),
            NumberText.percent(error(b)),
            NumberText.count(Math.round(b.rows()), "row"));
  }

  static String distribution(ClassRows rows) {
    boolean two = rows.levels().size() == 2;
    double[][] counts = counts(rows, two);
    double largest = Arrays.stream(counts).flatMapToDouble(Arrays::stream).max().orElse(1);
    String of =
        two
            ? "probability of " + Html.shorten(rows.levels().get(1), 24)
            : "predicted probability of the true class";
    Plot plot =
        new Plot(Axis.exact(0, limit(counts), 5), of, Axis.withZero(0, largest, 5), "rows", 380);
    DataTable table = new DataTable("True class", "#From", "#To", "#Rows");
    for (int k = 0; k < counts.length; k++) {
      bars(plot, table, counts[k], two ? rows.levels().get(k) : "any", k, counts.length);
    }
    Figure figure =
        new Figure(
            "Predicted probabilities",
            two
                ? "Rows by predicted probability, each class separately: the farther apart, the better "
                    + "the classes are distinguished."
                : "Rows by the predicted probability of their true class: the farther right, the "
                    + "better.");
    if (two) {
      figure.legend("c1", rows.levels().get(0)).legend("c2", rows.levels().get(1));
    }
    return figure.chart(plot.svg("Distribution of predicted probabilities")).table(table).html();
  }

  /** The end of the axis, a multiple of its bins. */
  private static double limit(double[][] counts) {
    int bins = 2;
    for (double[] of : counts) {
      for (int b = bins; b < FINE; b++) {
        bins = of[b] > 0 ? b + 1 : bins;
      }
    }
    return (double) bins / FINE;
  }

  /**
   * Distribution of probabilities: of the second class, by true class; or of the true one of
   * several.
   */
  private static double[][] counts(ClassRows rows, boolean two) {
    double[][] out = new double[two ? 2 : 1][FINE];
    for (int i = 0; i < rows.held().size(); i++) {
      double p = two ? rows.p()[i][1] : rows.probability(i);
      int b = (int) Math.min(FINE - 1, Math.floor(p * FINE));
      out[two ? rows.label(i) : 0][b] += rows.held().weight()[i];
    }
    return out;
  }

  private static void bars(
      Plot plot, DataTable table, double[] counts, String name, int k, int of) {
    double width = 1.0 / FINE / of;
    for (int b = 0; b < FINE; b++) {
      String low = NumberText.percent((double) b / FINE);
      String high = NumberText.percent((b + 1.0) / FINE);
      String rows = NumberText.count(Math.round(counts[b]));
      double from = (double) b / FINE + k * width;
      if (counts[b] > 0) {
        String tip = (of > 1 ? "true class " + name + "\n" : "") + low + " to " + high + "\n";
        plot.box(from, 0, from + 0.92 * width, counts[b], "c" + (k + 1), tip + rows + " rows");
      }
      table.row(name, low, high, rows);
    }
  }
}
