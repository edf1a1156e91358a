package org.slrm.internal.linalg;

/** The hottest kernel: sums of chosen rows of a table. */
public final class RowSums {
  private RowSums() {}

  /**
   * acc[at .. at+width) += sign · Σ_{i in index[from..to)} table row i, rows of {@code width}
   * numbers. Eight rows at a time: the difference between bound by memory and bound by arithmetic.
   */
  public static void add(
      double[] table, int width, int[] index, int from, int to, double[] acc, int at) {
    int i = from;
    for (; i + 8 <= to; i += 8) {
      add8(
          table,
          index[i] * width,
          index[i + 1] * width,
          index[i + 2] * width,
          index[i + 3] * width,
          index[i + 4] * width,
          index[i + 5] * width,
          index[i + 6] * width,
          index[i + 7] * width,
          acc,
          at,
          width);
    }
    for (; i + 2 <= to; i += 2) {
      add2(table, index[i] * width, index[i + 1] * width, acc, at, width);
    }
    for (; i < to; i++) {
      add1(table, index[i] * width, acc, at, width);
    }
  }

  private static void add8(
      double[] t,
      int r0,
      int r1,
      int r2,
      int r3,
      int r4,
      int r5,
      int r6,
      int r7,
      double[] acc,
      int at,
      int width) {
    for (int k = 0; k < width; k++) {
      acc[at + k] +=
          ((t[r0 + k] + t[r1 + k]) + (t[r2 + k] + t[r3 + k]))
              + ((t[r4 + k] + t[r5 + k]) + (t[r6 + k] + t[r7 + k]));
    }
  }

  private static void add2(double[] t, int r0, int r1, double[] acc, int at, int width) {
    for (int k = 0; k < width; k++) {
      acc[at + k] += t[r0 + k] + t[r1 + k];
    }
  }

  private static void add1(double[] t, int r0, double[] acc, int at, int width) {
    for (int k = 0; k < width; k++) {
      acc[at + k] += t[r0 + k];
    }
  }
}
