package org.slrm.internal.linalg;

/** Products of small row-major matrices on flat arrays. */
public final class Dense {
  private Dense() {}

  /** out = A B for A of rows × k and B of k × columns. */
  public static void multiply(double[] a, double[] b, double[] out, int rows, int k, int columns) {
    for (int i = 0; i < rows; i++) {
      rowTimes(a, i * k, b, out, i * columns, k, columns);
    }
  }

  /** Row of A times B, four rows of B at a time. */
  private static void rowTimes(
      double[] a, int from, double[] b, double[] out, int to, int k, int columns) {
    java.util.Arrays.fill(out, to, to + columns, 0);
    int p = 0;
    for (; p + 3 < k; p += 4) {
      double f = a[from + p];
      double g = a[from + p + 1];
      double h = a[from + p + 2];
      double l = a[from + p + 3];
      int q = p * columns;
      int r = q + columns;
      int s = r + columns;
      int t = s + columns;
      for (int j = 0; j < columns; j++) {
        out[to + j] += (f * b[q + j] + g * b[r + j]) + (h * b[s + j] + l * b[t + j]);
      }
    }
    for (; p < k; p++) {
      Vectors.add(out, to, a[from + p], b, p * columns, columns);
    }
  }

  /** The Gram matrix AᵀA of the rows of A, packed to the start of {@code out}. */
  public static void gram(double[] a, int rows, int d, double[] out) {
    java.util.Arrays.fill(out, 0, Packed.length(d), 0);
    int i = 0;
    for (; i + 3 < rows; i += 4) {
      Packed.addOuters(out, a, i * d, (i + 1) * d, (i + 2) * d, (i + 3) * d, d);
    }
    for (; i < rows; i++) {
      Packed.addOuter(out, 0, 1, a, i * d, d);
    }
  }
}
