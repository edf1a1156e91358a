package org.slrm.cli.report.label;

import static org.slrm.cli.report.chart.NumberText.shortest;

import java.util.ArrayList;
import java.util.List;
import org.slrm.cli.report.chart.Axis;
import org.slrm.cli.report.chart.NumberText;

/**
 * A logarithmic scale with room for counts of 0: log(1 + y) for counts, log y for positive amounts.
 *
 * @param shift added before the logarithm
 */
record LogScale(double shift) {
  static final LogScale COUNTS = new LogScale(1);
  static final LogScale AMOUNTS = new LogScale(0);

  double at(double value) {
    return Math.log10(shift + Math.max(0, value));
  }

  Axis axis(double low, double high) {
    return Axis.linear(at(low), at(high), 5);
  }

  /** Round values between two: 1, 2, 5 times powers of ten, or powers alone over a wide range. */
  List<Double> ticks(double low, double high) {
    List<Double> out = new ArrayList<>();
    if (shift > 0 && low <= 0) {
      out.add(0.0);
    }
    double range = at(high) - at(low);
    double[] steps =
        range > 3 ? new double[] {1} : range > 1.3 ? new double[] {1, 3} : new double[] {1, 2, 5};
    int first = (int) Math.floor(Math.log10(Math.max(low, shift > 0 ? 1 : Double.MIN_NORMAL)));
    for (int e = first; Math.pow(10, e) <= high; e++) {
      for (double s : steps) {
        double tick = s * Math.pow(10, e);
        if (tick >= low && tick <= high) {
          out.add(tick);
        }
      }
    }
    return out;
  }

  static List<String> labels(List<Double> ticks) {
    return ticks.stream()
        .map(t -> t >= 1e4 || t > 0 && t < 1e-3 ? shortest(t) : NumberText.tick(t, t == 0 ? 1 : t))
        .toList();
  }
}
