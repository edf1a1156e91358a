package org.slrm.internal.kernel;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.label.Gaussian;
import org.slrm.internal.label.Label;
import org.slrm.internal.label.LabelSteps;
import org.slrm.internal.linalg.Kernels;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.Vectors;

/**
 * Rows of q inputs with labels and weights, and the products and squares that kernels need.
 *
 * @param inputs one row after another
 * @param q inputs of a row
 * @param squares ‖u‖² of each row
 * @param y labels
 * @param weights weights, all positive
 * @param kind the label's loss
 * @param parts the fold of each row, for rows that are held out in groups; null where rows are held
 *     out one by one
 */
record KernelRows(
    double[] inputs,
    int q,
    double[] squares,
    double[] y,
    double[] weights,
    Label kind,
    int @Nullable [] parts) {
  KernelRows(double[] inputs, int q, double[] y, double[] weights, Label kind) {
    this(inputs, q, squares(inputs, q, y.length), y, weights, kind, null);
  }

  /** These rows, held out fold by fold; one by one where there is one fold only. */
  KernelRows in(int[] folds) {
    int[] parts = Arrays.stream(folds).distinct().count() > 1 ? folds : null;
    return new KernelRows(inputs, q, squares, y, weights, kind, parts);
  }

  /** The rows of each fold; none where rows are held out one by one. */
  int[][] heldOut() {
    int[] of = parts == null ? new int[0] : parts;
    return Arrays.stream(of)
        .distinct()
        .sorted()
        .mapToObj(f -> IntStream.range(0, of.length).filter(i -> of[i] == f).toArray())
        .toArray(int[][]::new);
  }

  int count() {
    return y.length;
  }

  /** ‖u‖² of rows one after another. */
  static double[] squares(double[] rows, int q, int count) {
    double[] out = new double[count];
    Arrays.setAll(out, i -> Vectors.dot(rows, i * q, rows, i * q, q));
    return out;
  }

  /** The best constant η, for numbers Σ w y / Σ w; 0 without rows. */
  double mean() {
    return LabelSteps.constant(kind, y.length, i -> y[i], i -> weights[i]);
  }

  /** Whether all labels are equal and not numbers: then no finite η is optimal. */
  boolean noFiniteOptimum() {
    return !kind.quadratic() && Arrays.stream(y).allMatch(v -> v == y[0]);
  }

  /** The working labels at η (H-6): weight w c, label η − g/c; numbers stay unchanged. */
  KernelRows near(double[] eta) {
    if (kind.quadratic()) {
      return this;
    }
    double[] labels = new double[y.length];
    double[] counts = new double[y.length];
    for (int i = 0; i < y.length; i++) {
      double c = LabelSteps.curvatureOfLongSteps(kind, y[i], eta[i]);
      labels[i] = eta[i] - kind.gradient(y[i], eta[i]) / c;
      counts[i] = weights[i] * c;
    }
    return new KernelRows(inputs, q, squares, labels, counts, Gaussian.LABEL, parts);
  }

  /** Some of the rows. */
  KernelRows of(int[] index) {
    double[] rows = new double[index.length * q];
    for (int l = 0; l < index.length; l++) {
      System.arraycopy(inputs, index[l] * q, rows, l * q, q);
    }
    KernelRows some =
        new KernelRows(
            rows,
            q,
            Arrays.stream(index).mapToDouble(i -> y[i]).toArray(),
            Arrays.stream(index).mapToDouble(i -> weights[i]).toArray(),
            kind);
    int[] of = parts;
    return of == null ? some : some.in(IntStream.of(index).map(i -> of[i]).toArray());
  }

  /** The inputs as columns, padded to whole vectors, for {@link #products}. */
  double[] columns() {
    int width = Kernels.stride(count());
    double[] out = new double[q * width];
    for (int i = 0; i < count(); i++) {
      for (int j = 0; j < q; j++) {
        out[j * width + i] = inputs[i * q + j];
      }
    }
    return out;
  }

  /** uᵀc of the rows from..to with others given by their {@link #columns}. */
  double[] products(int from, int to, double[] columns, int count) {
    int width = Kernels.stride(count);
    double[] part = from == 0 ? inputs : Arrays.copyOfRange(inputs, from * q, to * q);
    double[] out = new double[(to - from) * width];
    Kernels.active().multiply(part, q, columns, out, to - from, q, width);
    return out;
  }

  /** Packed uᵀu of every pair of rows. */
  double[] gram() {
    int n = count();
    int width = Kernels.stride(n);
    double[] square = products(0, n, columns(), n);
    double[] out = new double[Packed.length(n)];
    for (int i = 0; i < n; i++) {
      System.arraycopy(square, i * width, out, Packed.at(i, 0), i + 1);
    }
    return out;
  }

  /** These rows with inputs scaled. */
  KernelRows scaled(double[] scales) {
    double[] out = new double[inputs.length];
    Arrays.setAll(out, k -> inputs[k] * scales[k % q]);
    return new KernelRows(out, q, squares(out, q, y.length), y, weights, kind, parts);
  }
}
