package org.slrm.cli.report.chart;

import java.util.ArrayList;
import java.util.List;

/**
 * A range of values mapped to [0, 1], with ticks at nice numbers.
 *
 * @param low value at 0
 * @param high value at 1
 * @param log whether the map is logarithmic
 * @param step distance of ticks, of their exponents when logarithmic
 */
public record Axis(double low, double high, boolean log, double step) {

  /** A linear axis over a range, with about a given number of ticks and a margin at both ends. */
  public static Axis linear(double min, double max, int ticks) {
    double spread = max - min;
    if (!(spread > 0)) {
      spread = min == 0 ? 1 : Math.abs(min) * 0.2;
    }
    double low = min - 0.04 * spread;
    double high = max + 0.04 * spread;
    return new Axis(low, high, false, niceStep(high - low, ticks));
  }

  /** A linear axis over exactly this range. */
  public static Axis exact(double low, double high, int ticks) {
    double top = high > low ? high : low + 1;
    return new Axis(low, top, false, niceStep(top - low, ticks));
  }

  /** A linear axis that starts or ends at zero, with a margin on the other side only. */
  public static Axis withZero(double min, double max, int ticks) {
    double low = Math.min(0, min);
    double high = Math.max(0, max);
    double air = 0.04 * (high > low ? high - low : 1);
    return exact(low < 0 ? low - air : 0, high > 0 || low == 0 ? high + air : 0, ticks);
  }

  /** A logarithmic axis over a positive range, ticks at powers of ten. */
  public static Axis logarithmic(double min, double max) {
    double low = Math.log10(min);
    double high = Math.log10(max);
    double air = Math.max(0.05, 0.04 * (high - low));
    double step = Math.max(1, Math.ceil((high - low) / 6));
    return new Axis(low - air, high + air, true, step);
  }

  /** The axis with ticks at integers only, for counts. */
  public Axis whole() {
    return new Axis(low, high, log, step <= 1 ? 1 : step == 2.5 ? 5 : step);
  }

  /** Position of a value, 0 to 1 inside the range. */
  public double at(double value) {
    return ((log ? Math.log10(value) : value) - low) / (high - low);
  }

  /** The ticks inside the range. */
  public List<Double> ticks() {
    List<Double> out = new ArrayList<>();
    for (long k = (long) Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) {
      out.add(log ? Math.pow(10, k * step) : k * step);
    }
    return out;
  }

  /** A tick's label. */
  public String label(double tick) {
    return NumberText.tick(tick, log ? tick : step);
  }

  /** The nice number (1, 2, 2.5 or 5 times a power of ten) nearest above range / ticks. */
  private static double niceStep(double range, int ticks) {
    double raw = range / ticks;
    double power = Math.pow(10, Math.floor(Math.log10(raw)));
    double f = raw / power;
    return (f <= 1 ? 1 : f <= 2 ? 2 : f <= 2.5 ? 2.5 : f <= 5 ? 5 : 10) * power;
  }
}
