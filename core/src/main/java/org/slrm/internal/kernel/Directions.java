package org.slrm.internal.kernel;

import java.util.List;
import org.slrm.internal.linalg.Vectors;

/**
 * A few directions B of a row's inputs u; a function sees Bᵀu (I-7).
 *
 * @param values B, row-major inputs × count
 * @param count number of directions
 */
public record Directions(double[] values, int count) {
  /** Bᵀu of the inputs from {@code at} on. */
  public double[] of(double[] u, int at) {
    double[] out = new double[count];
    for (int j = 0; j < values.length / count; j++) {
      Vectors.add(out, 0, u[at + j], values, j * count, count);
    }
    return out;
  }

  /** out += B v. */
  void addBack(double[] v, double[] out) {
    for (int j = 0; j < out.length; j++) {
      out[j] += Vectors.dot(values, j * count, v, 0, count);
    }
  }

  /** Bᵀu of rows of inputs one after another. */
  double[] ofRows(double[] u) {
    int q = values.length / count;
    double[] out = new double[u.length / q * count];
    for (int i = 0; i < u.length / q; i++) {
      System.arraycopy(of(u, i * q), 0, out, i * count, count);
    }
    return out;
  }

  /** The directions of all targets one after another. */
  static double[] together(List<Directions> all) {
    int each = all.get(0).values.length;
    double[] out = new double[all.size() * each];
    for (int t = 0; t < all.size(); t++) {
      System.arraycopy(all.get(t).values, 0, out, t * each, each);
    }
    return out;
  }
}
