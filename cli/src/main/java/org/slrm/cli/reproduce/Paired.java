package org.slrm.cli.reproduce;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Errors of two methods on the same data sets of a point, compared pair by pair.
 *
 * @param point the point
 * @param dataSets data sets that both have
 * @param first mean error of the first
 * @param second mean error of the second
 * @param difference mean of second − first: above 0 when the first is better
 * @param standardError of that mean over data sets
 * @param margin largest negligible difference: a millionth of the labels' variance
 */
public record Paired(
    String point,
    int dataSets,
    double first,
    double second,
    double difference,
    double standardError,
    double margin) {
  /** Negligible fraction of the labels' variance. */
  public static final double NEGLIGIBLE = 1e-6;

  /** Standard errors that make a difference clear. */
  public static final double CLEAR = 2;

  /** The comparison at one point. */
  public static Paired of(
      List<Run> runs, String point, ComparedMethod first, ComparedMethod second) {
    Map<Integer, Run> a = bySet(runs, point, first);
    Map<Integer, Run> b = bySet(runs, point, second);
    a.keySet().retainAll(b.keySet());
    b.keySet().retainAll(a.keySet());
    double[] x = a.values().stream().mapToDouble(Run::mse).toArray();
    double[] y = b.values().stream().mapToDouble(Run::mse).toArray();
    double[] d = new double[x.length];
    Arrays.setAll(d, k -> y[k] - x[k]);
    double variance = a.values().stream().mapToDouble(Run::variance).average().orElse(Double.NaN);
    return new Paired(
        point, d.length, mean(x), mean(y), mean(d), standardError(d), NEGLIGIBLE * variance);
  }

  /** Whether there are enough data sets for a standard error. */
  public boolean testable() {
    return dataSets >= 2;
  }

  /** Whether the first method's error is clearly lower. */
  public boolean clearlyLower() {
    return testable() && difference > margin && difference > CLEAR * standardError;
  }

  /** Whether the first method's error is clearly higher. */
  public boolean clearlyHigher() {
    return testable() && -difference > margin && -difference > CLEAR * standardError;
  }

  /** Difference in standard errors. */
  public double standardErrors() {
    return Math.abs(difference) <= margin ? 0 : difference / standardError;
  }

  /** The mean, NaN without values. */
  public static double mean(double[] v) {
    return Arrays.stream(v).average().orElse(Double.NaN);
  }

  /** The standard error of the mean, NaN for fewer than two values. */
  public static double standardError(double[] v) {
    double mean = mean(v);
    double squares = Arrays.stream(v).map(u -> (u - mean) * (u - mean)).sum();
    return v.length < 2 ? Double.NaN : Math.sqrt(squares / (v.length - 1) / v.length);
  }

  private static Map<Integer, Run> bySet(List<Run> runs, String point, ComparedMethod method) {
    Map<Integer, Run> out = new TreeMap<>();
    for (Run r : runs) {
      if (r.point().equals(point) && r.method() == method) {
        out.put(r.dataSet(), r);
      }
    }
    return out;
  }
}
