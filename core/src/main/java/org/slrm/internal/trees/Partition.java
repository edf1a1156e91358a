package org.slrm.internal.trees;

/** Rows ordered by leaf, with their gradient sums; rows keep their order within a leaf. */
final class Partition {
  /** Row numbers. */
  final int[] rows;

  /** Number of rows that take part. */
  int size;

  /** Their gradients and curvatures. */
  final long[] sums;

  private final int stride;
  private final int[] spareRows;
  private final long[] spareSums;

  /** For each code, 1 if it goes left. */
  private final byte[] side = new byte[Bins.MAX + 1];

  Partition(int size, int stride) {
    this.stride = stride;
    this.size = size;
    rows = new int[size];
    sums = new long[size * stride];
    spareRows = new int[size];
    spareSums = new long[size * stride];
  }

  /** Moves rows of the left child before the others and returns the start of the right child. */
  int split(Histograms.Range range, byte[] codes, OpenLeaf by, int missing) {
    for (int code = 0; code < missing; code++) {
      boolean goesLeft = by.levels.length > 0 ? Tree.has(by.levels, code) : code <= by.bin;
      side[code] = (byte) (goesLeft ? 1 : 0);
    }
    side[missing] = (byte) (by.missingLeft ? 1 : 0);
    int left = range.from();
    int right = 0;
    for (int k = range.from(); k < range.to(); k++) {
      int row = rows[k];
      int goesLeft = side[codes[row] & 0xff];
      // Written to both places; only the right position advances.
      rows[left] = row;
      spareRows[right] = row;
      copySums(k, left, right);
      left += goesLeft;
      right += 1 - goesLeft;
    }
    System.arraycopy(spareRows, 0, rows, left, right);
    System.arraycopy(spareSums, 0, sums, left * stride, right * stride);
    return left;
  }

  private void copySums(int k, int left, int right) {
    if (stride == 1) {
      long s = sums[k];
      sums[left] = s;
      spareSums[right] = s;
    } else {
      long g = sums[2 * k];
      long h = sums[2 * k + 1];
      sums[2 * left] = g;
      sums[2 * left + 1] = h;
      spareSums[2 * right] = g;
      spareSums[2 * right + 1] = h;
    }
  }
}
