package org.slrm.cli.report.chart;

import java.util.Comparator;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Indices sorted by a key. */
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
}
