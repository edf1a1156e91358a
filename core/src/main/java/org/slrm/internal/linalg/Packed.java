package org.slrm.internal.linalg;

/**
 * Symmetric d×d matrices packed by rows of the lower triangle: entry (i, j ≤ i) at i(i+1)/2 + j.
 */
public final class Packed {
  private Packed() {}

  /** Length of a packed d×d matrix. */
  public static int length(int d) {
    return d * (d + 1) / 2;
  }

  /** Position of entry (i, j). */
  public static int at(int i, int j) {
    return i >= j ? i * (i + 1) / 2 + j : j * (j + 1) / 2 + i;
  }

  /** a[at..] += s · v vᵀ, v being the d numbers of {@code v} from {@code from}. */
  public static void addOuter(double[] a, int at, double s, double[] v, int from, int d) {
    int k = at;
    for (int i = 0; i < d; i++) {
      double f = s * v[from + i];
      for (int j = 0; j <= i; j++) {
        a[k + j] += f * v[from + j];
      }
      k += i + 1;
    }
  }

  /**
   * a += Σ v vᵀ for four vectors of d numbers that start at o, p, q and r of {@code v}; four at a
   * time is bound by arithmetic, one at a time by memory.
   */
  public static void addOuters(double[] a, double[] v, int o, int p, int q, int r, int d) {
    int k = 0;
    for (int i = 0; i < d; i++) {
      double f = v[o + i];
      double g = v[p + i];
      double h = v[q + i];
      double l = v[r + i];
      for (int j = 0; j <= i; j++) {
        a[k + j] += f * v[o + j] + g * v[p + j] + h * v[q + j] + l * v[r + j];
      }
      k += i + 1;
    }
  }

  /** out = A v for packed A at {@code at}. */
  public static void multiply(double[] a, int at, double[] v, double[] out, int d) {
    int k = at;
    for (int i = 0; i < d; i++) {
      // Two loops: the first is vectorised, the second keeps four sums in flight.
      Dense.addScaled(v[i], a, k, out, 0, i);
      out[i] = Dense.dot(a, k, v, i + 1);
      k += i + 1;
    }
  }

  /** Writes packed A at {@code at} as a full row-major matrix. */
  public static void unpack(double[] a, int at, double[] full, int d) {
    int k = at;
    for (int i = 0; i < d; i++) {
      for (int j = 0; j <= i; j++, k++) {
        full[i * d + j] = a[k];
        full[j * d + i] = a[k];
      }
    }
  }
}
