package org.slrm.internal.trees;

/** Sums of rows by the bin of a feature. */
final class Histograms {
  private Histograms() {}

  /** Adds the rows of a range to the bins of a feature, which start at {@code at}. */
  static void add(byte[] codes, Range range, Partition partition, int stride, long[] h, int at) {
    if (stride == 1) {
      addPacked(codes, range, partition, h, at);
      return;
    }
    for (int k = range.from(); k < range.to(); k++) {
      int slot = at + 2 * (codes[partition.rows[k]] & 0xff);
      h[slot] += partition.sums[2 * k];
      h[slot + 1] += partition.sums[2 * k + 1];
    }
  }

  private static void addPacked(byte[] codes, Range range, Partition partition, long[] h, int at) {
    int[] rows = partition.rows;
    long[] sums = partition.sums;
    int k = range.from();
    // Four rows at a time: codes are read before bins are written.
    for (int last = range.to() - 3; k < last; k += 4) {
      int a = at + (codes[rows[k]] & 0xff);
      int b = at + (codes[rows[k + 1]] & 0xff);
      int c = at + (codes[rows[k + 2]] & 0xff);
      int d = at + (codes[rows[k + 3]] & 0xff);
      h[a] += sums[k];
      h[b] += sums[k + 1];
      h[c] += sums[k + 2];
      h[d] += sums[k + 3];
    }
    for (int last = range.to(); k < last; k++) {
      h[at + (codes[rows[k]] & 0xff)] += sums[k];
    }
  }

  /** Subtracts a child's bins from its parent's, which leaves those of the other child. */
  static void subtract(long[] parent, long[] child, int from, int to) {
    for (int k = from; k < to; k++) {
      parent[k] -= child[k];
    }
  }

  /** Positions of rows in the same node. */
  record Range(int from, int to) {
    int size() {
      return to - from;
    }
  }
}
