package org.slrm.cli.report.compare;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.cli.report.compare.CompareInput.MethodResult;
import org.slrm.cli.report.section.HeldOutRows;
import org.slrm.result.Metrics;

/**
 * The methods on one target, best first.
 *
 * @param target name of the target
 * @param entries the methods that have a result
 * @param ours ours among them, null when it failed or was left out
 * @param asked whether ours was among the methods asked for
 */
record Ranking(String target, List<Entry> entries, @Nullable Entry ours, boolean asked) {

  /**
   * One method's result.
   *
   * @param name the method
   * @param held its predictions of unseen rows
   * @param mse mean squared error
   * @param standardError standard error of that mean
   * @param nonZeros non-zero coefficients, −1 when unknown
   */
  record Entry(String name, HeldOutRows held, double mse, double standardError, int nonZeros) {
    double error() {
      return Math.sqrt(mse);
    }

    double low() {
      return Math.sqrt(Math.max(0, mse - spread()));
    }

    double high() {
      return Math.sqrt(mse + spread());
    }

    double r2() {
      return 1 - mse / held.meanMse();
    }

    private double spread() {
      return Double.isNaN(standardError) ? 0 : standardError;
    }
  }

  static Ranking of(CompareInput in, int target) {
    List<Entry> entries =
        in.results().stream()
            .map(r -> entry(r, target))
            .filter(e -> e != null)
            .sorted(Comparator.comparingDouble(Entry::mse).thenComparing(Entry::name))
            .toList();
    Entry ours = entries.stream().filter(e -> e.name().equals(in.ours())).findFirst().orElse(null);
    return new Ranking(in.targets().get(target), entries, ours, in.asked());
  }

  Entry winner() {
    return entries.get(0);
  }

  boolean won() {
    return ours != null && ours == winner();
  }

  /**
   * By how many standard errors a is worse than b, row by row: mean over root of variance / n of
   * the differences of squared errors on rows both predicted.
   */
  static double standardErrors(Entry a, Entry b) {
    Map<Integer, Integer> rows = new HashMap<>();
    IntStream.range(0, b.held().size()).forEach(k -> rows.put(b.held().row()[k], k));
    double[] d =
        IntStream.range(0, a.held().size())
            .filter(k -> rows.containsKey(a.held().row()[k]))
            .mapToDouble(
                k ->
                    square(a.held().residual(k))
                        - square(b.held().residual(rows.get(a.held().row()[k]))))
            .toArray();
    double mean = IntStream.range(0, d.length).mapToDouble(k -> d[k]).average().orElse(0);
    double variance = IntStream.range(0, d.length).mapToDouble(k -> square(d[k] - mean)).sum();
    if (mean == 0 || d.length < 2) {
      return 0;
    }
    return mean / Math.sqrt(variance / (d.length - 1) / d.length);
  }

  private static @Nullable Entry entry(MethodResult r, int target) {
    if (r.validation() == null) {
      return null;
    }
    HeldOutRows held = HeldOutRows.of(r.validation(), target);
    double mse = held.mse();
    int nonZeros = target < r.nonZeros().size() ? r.nonZeros().get(target) : -1;
    return Double.isFinite(mse)
        ? new Entry(
            r.name(),
            held,
            mse,
            Metrics.mseStandardError(held.label(), held.prediction(), held.weight()),
            nonZeros)
        : null;
  }

  private static double square(double v) {
    return v * v;
  }
}
