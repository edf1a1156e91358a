package org.slrm.internal.special;

import java.util.Comparator;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Sorts indices by a key. */
public final class SortOrder {
  private SortOrder() {}

  /** 0 to count − 1 by increasing key, the smaller first among equal keys. */
  public static int[] by(int count, IntToDoubleFunction key) {
    return IntStream.range(0, count)
        .boxed()
        .sorted(Comparator.comparingDouble(key::applyAsDouble))
        .mapToInt(i -> i)
        .toArray();
  }
}
