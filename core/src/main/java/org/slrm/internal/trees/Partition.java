package org.slrm.internal.trees;

/**
 * Rows in the order of the leaves they are in, with their sums beside them, so that a leaf's are
 * next to each other. Within a leaf rows keep their order.
 */
final class Partition {
  /** Row numbers. */
  final int[] rows;

  /** How many of them take part. */
  int size;

  /** Their gradients and curvatures. */
  final long[] sums;

  private final int stride;
  private final int[] spareRows;
  private final long[] spareSums;

  Partition(int size, int stride) {
    this.stride = stride;
    this.size = size;
    rows = new int[size];
    sums = new long[size * stride];
    spareRows = new int[size];
    spareSums = new long[size * stride];
  }

  /** Puts rows that go left before the others and says where these begin. */
  int split(Histograms.Range range, byte[] codes, OpenLeaf by, int missing) {
    int left = range.from();
    int right = 0;
    int also = by.missingLeft ? missing : -1;
    for (int k = range.from(); k < range.to(); k++) {
      int row = rows[k];
      int code = codes[row] & 0xff;
      int goesLeft = code <= by.bin || code == also ? 1 : 0;
      // Written to both places; only the right one of them moves on.
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
