package org.slrm.io.check;

import java.util.Arrays;

/** Places of values in rising order, without an object for each of them. */
final class SortOrder {
  private SortOrder() {}

  /**
   * Numbers of the values, none of them NaN, from the smallest to the largest; equal ones as they
   * stand.
   */
  static int[] of(double[] v) {
    // 0 and −0 are one value.
    double[] sorted = Arrays.stream(v).map(u -> u + 0.0).sorted().toArray();
    int[] taken = new int[v.length];
    int[] out = new int[v.length];
    for (int i = 0; i < v.length; i++) {
      int first = first(sorted, v[i]);
      out[first + taken[first]++] = i;
    }
    return out;
  }

  /** The first place of a value that is there. */
  private static int first(double[] sorted, double value) {
    int low = 0;
    int high = sorted.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] < value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
