package org.slrm.cli.report.label;

import static org.slrm.cli.report.chart.NumberText.count;
import static org.slrm.cli.report.chart.NumberText.value;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.cli.report.chart.Axis;
import org.slrm.cli.report.chart.DataTable;
import org.slrm.cli.report.chart.Figure;
import org.slrm.cli.report.chart.NumberText;
import org.slrm.cli.report.chart.Order;
import org.slrm.cli.report.chart.Plot;
import org.slrm.cli.report.chart.RowChart;
import org.slrm.cli.report.section.HeldOutRows;
import org.slrm.cli.result.RowLosses;
import org.slrm.io.score.LabelScore;

/** Held-out predictions of labels with outliers, and the labels with small weights. */
public final class RobustErrors {
  private static final int MAX_SHOWN = 15;
  private static final int MAX_LISTED = 100;

  /** Labels beyond this multiple of the interquartile range do not extend the axes. */
  private static final double REACH = 3;

  private RobustErrors() {}

  /**
   * The figures of a target.
   *
   * @param noise degrees of freedom and scale of the noise, in units of the target; none where all
   *     labels have equal weight
   */
  public static String of(String name, HeldOutRows held, RowLosses losses, List<Double> noise) {
    return predicted(name, held, losses)
        + ScaledErrors.byObserved(held, losses)
        + (noise.isEmpty() ? "" : smallWeights(held, noise.get(0), noise.get(1)));
  }

  private static String predicted(String name, HeldOutRows held, RowLosses losses) {
    double[] sorted = held.label().clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    double[] p = held.prediction();
    double first = sorted[n / 4];
    double third = sorted[n - 1 - n / 4];
    double reach = REACH * (third - first);
    double low = Math.min(Math.max(sorted[0], first - reach), Arrays.stream(p).min().orElse(0));
    double high =
        Math.max(Math.min(sorted[n - 1], third + reach), Arrays.stream(p).max().orElse(1));
    Axis axis = Axis.linear(low, high, 6);
    double[] y =
        Arrays.stream(held.label())
            .map(v -> Math.max(axis.low(), Math.min(axis.high(), v)))
            .toArray();
    long beyond =
        Arrays.stream(held.label()).filter(v -> v < axis.low() || v > axis.high()).count();
    String svg =
        Plot.ofPredictions(axis, name)
            .points(p, y, held::tip, "c1")
            .svg("Actual against predicted " + name);
    String edge =
        beyond == 0 ? "" : " Beyond the edge and drawn on it: " + count(beyond, "label") + ".";
    return new Figure(
            "Predicted against actual", "Each dot is a held-out row; " + diagonal(losses) + edge)
        .chart(svg)
        .html();
  }

  private static String diagonal(RowLosses losses) {
    LabelScore score = losses.score();
    return score.name().equals("pinball")
        ? "a fraction "
            + NumberText.shortest(score.kind().quantile())
            + " of the points should lie below the diagonal."
        : "on the diagonal its prediction would be perfect.";
  }

  /** Weight of a label relative to one without error: ν/(ν + z²) at z scales of the noise. */
  private static double weight(HeldOutRows held, int i, double nu, double scale) {
    double z = held.residual(i) / scale;
    return 1 / (1 + z * z / nu);
  }

  private static String smallWeights(HeldOutRows held, double nu, double scale) {
    int[] order = Order.by(held.size(), i -> -Math.abs(held.residual(i)));
    double largest = Math.abs(held.residual(order[0]));
    RowChart chart = new RowChart(Axis.withZero(0, largest, 4), "how far off the label is");
    DataTable table = new DataTable("#Row", "#Actual", "#Predicted", "#Off by", "#Counts");
    for (int k = 0; k < Math.min(MAX_LISTED, order.length); k++) {
      int i = order[k];
      String row = "row " + held.name(i);
      String weightText = NumberText.percent(weight(held, i, nu, scale));
      if (k < MAX_SHOWN) {
        String tip = held.tip(i) + "\ncounts " + weightText;
        chart.bar(row, Math.abs(held.residual(i)), weightText, "c2", tip);
      }
      table.row(
          held.name(i), value(held.label()[i]), held.prediction()[i], held.residual(i), weightText);
    }
    long smallWeights =
        IntStream.range(0, held.size()).filter(i -> weight(held, i, nu, scale) < 0.1).count();
    return new Figure(
            "Labels with small weights",
            ("The rows whose labels are farthest from their predictions, and the weight of such a"
                    + " label relative to one without error. %s of %s count less than a tenth: look there for"
                    + " outliers.")
                .formatted(count(smallWeights), count(held.size(), "label")))
        .chart(chart.valueTitle("counts").html("Largest residuals"))
        .table(table.more(Math.max(0, held.size() - MAX_LISTED)))
        .html();
  }
}
