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

  /** Adds an observed value; in a categorical column, the position of its level. */
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

  /** Counts an entry that the model clamps, or treats as missing (NaN). */
  void addClamped(double value, double clampedValue) {
    dropped += Double.isNaN(clampedValue) ? 1 : 0;
    clamped += clampedValue < value || clampedValue > value ? 1 : 0;
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
