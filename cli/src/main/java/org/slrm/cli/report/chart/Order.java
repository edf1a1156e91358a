package org.slrm.cli.report.chart;

import java.util.Comparator;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Indices sorted by a key, or evenly spaced. */
public final class Order {
  private Order() {}

  /** The indices below n by increasing key; equal keys keep their order. */
  public static int[] by(int n, IntToDoubleFunction key) {
    return IntStream.range(0, n)
        .boxed()
        .sorted(Comparator.comparingDouble(key::applyAsDouble))
        .mapToInt(i -> i)
        .toArray();
  }

  /** At most the given number of indices below n, evenly spaced, with the first and the last. */
  public static IntStream spaced(int n, int limit) {
    int count = Math.min(limit, n);
    return IntStream.range(0, count)
        .map(k -> count == 1 ? 0 : (int) ((long) k * (n - 1) / (count - 1)));
  }
}
