package org.slrm.internal.linalg;

/** Products of small row-major matrices on flat arrays. */
public final class Dense {
  private Dense() {}

  /** out = A B for A of rows × k and B of k × columns. */
  public static void multiply(double[] a, double[] b, double[] out, int rows, int k, int columns) {
    java.util.Arrays.fill(out, 0, rows * columns, 0);
    for (int i = 0; i < rows; i++) {
      for (int p = 0; p < k; p++) {
        addScaled(a[i * k + p], b, p * columns, out, i * columns, columns);
      }
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

  /** y[to..] += s · x[from..], n numbers. */
  public static void addScaled(double s, double[] x, int from, double[] y, int to, int n) {
    for (int j = 0; j < n; j++) {
      y[to + j] += s * x[from + j];
    }
  }

  /** Σ a[from + j] b[j] over n numbers. */
  public static double dot(double[] a, int from, double[] b, int n) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int j = 0;
    for (; j + 3 < n; j += 4) {
      s0 += a[from + j] * b[j];
      s1 += a[from + j + 1] * b[j + 1];
      s2 += a[from + j + 2] * b[j + 2];
      s3 += a[from + j + 3] * b[j + 3];
    }
    for (; j < n; j++) {
      s0 += a[from + j] * b[j];
    }
    return (s0 + s1) + (s2 + s3);
  }
}
