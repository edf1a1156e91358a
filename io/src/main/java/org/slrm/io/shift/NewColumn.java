package org.slrm.io.shift;

import java.util.Arrays;

/** Counts for a column of new rows. */
final class NewColumn {
  private final ColumnShape before;
  private final long[] counts;
  private long observed;
  private long below;
  private long above;
  private long clamped;
  private long dropped;
  private double min = Double.POSITIVE_INFINITY;
  private double max = Double.NEGATIVE_INFINITY;

  NewColumn(ColumnShape before) {
    this.before = before;
    this.counts = new long[before.shares().size()];
  }

  /** Adds an observed value; for a category the position of its level. */
  void add(double value) {
    observed++;
    if (counts.length > 0) {
      counts[before.bin(value)]++;
    }
    below += value < before.min() ? 1 : 0;
    above += value > before.max() ? 1 : 0;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }

  /** Counts the limits on an entry, NaN if the model treats it as missing. */
  void seen(double value, double limited) {
    dropped += Double.isNaN(limited) ? 1 : 0;
    clamped += limited < value || limited > value ? 1 : 0;
  }

  ColumnShift shift(long rows) {
    return new ColumnShift(
        before,
        rows,
        observed,
        below,
        above,
        observed == 0 ? Double.NaN : min,
        observed == 0 ? Double.NaN : max,
        clamped,
        dropped,
        Arrays.stream(counts).mapToObj(n -> (double) n / Math.max(1, observed)).toList());
  }
}
