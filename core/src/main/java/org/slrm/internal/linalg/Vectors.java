package org.slrm.internal.linalg;

/** Sums and updates over ranges of flat arrays. */
public final class Vectors {
  private Vectors() {}

  /** Σ a_i b_i over n numbers, in four independent sums. */
  public static double dot(double[] a, int fromA, double[] b, int fromB, int n) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int i = 0;
    for (; i + 3 < n; i += 4) {
      s0 += a[fromA + i] * b[fromB + i];
      s1 += a[fromA + i + 1] * b[fromB + i + 1];
      s2 += a[fromA + i + 2] * b[fromB + i + 2];
      s3 += a[fromA + i + 3] * b[fromB + i + 3];
    }
    for (; i < n; i++) {
      s0 += a[fromA + i] * b[fromB + i];
    }
    return (s0 + s1) + (s2 + s3);
  }

  /** a_i += f · b_i over n numbers. */
  public static void add(double[] a, int fromA, double f, double[] b, int fromB, int n) {
    for (int i = 0; i < n; i++) {
      a[fromA + i] += f * b[fromB + i];
    }
  }

  /** a_i += Σ_l f_l b_li over the rows of b: four at a time, with the bits of one at a time. */
  public static void addRows(double[] a, double[] f, double[] b) {
    int n = a.length;
    int l = 0;
    for (; l + 3 < f.length; l += 4) {
      double f0 = f[l];
      double f1 = f[l + 1];
      double f2 = f[l + 2];
      double f3 = f[l + 3];
      int at = l * n;
      for (int i = 0; i < n; i++, at++) {
        a[i] = a[i] + f0 * b[at] + f1 * b[at + n] + f2 * b[at + 2 * n] + f3 * b[at + 3 * n];
      }
    }
    for (; l < f.length; l++) {
      add(a, 0, f[l], b, l * n, n);
    }
  }
}
