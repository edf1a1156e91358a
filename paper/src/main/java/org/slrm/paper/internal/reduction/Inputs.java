package org.slrm.paper.internal.reduction;

import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.linalg.Vectors;

/**
 * The inputs of dimension reduction: codes, or features with missing ones from the factor model.
 * Both are columns of one factor model: the features followed by the codes, which are never
 * observed directly.
 *
 * @param model features, then codes
 * @param features number of features
 * @param columns the columns of the model that are inputs
 */
record Inputs(Factors model, int features, int[] columns) {
  /** Least variation of an input, as a fraction of the largest. */
  private static final double STILL = 1e-9;

  /** The inputs for some rows: the features that vary there, or all codes. */
  static Inputs of(Factors x, boolean completed, IncompleteMatrix rows) {
    int d = x.d();
    int p = x.columns();
    double[] identity = new double[d * d];
    double[] ones = new double[d];
    for (int k = 0; k < d; k++) {
      identity[k * d + k] = 1;
      ones[k] = 1;
    }
    Factors model = x.with(new Factors(d, new double[d], identity, ones));
    int[] columns = completed ? varying(rows, p) : IntStream.range(p, p + d).toArray();
    return new Inputs(model, p, columns);
  }

  /** Features with at least two different observed entries. */
  private static int[] varying(IncompleteMatrix rows, int p) {
    double[] min = new double[p];
    double[] max = new double[p];
    java.util.Arrays.fill(min, Double.POSITIVE_INFINITY);
    java.util.Arrays.fill(max, Double.NEGATIVE_INFINITY);
    for (int i = 0; i < rows.rows(); i++) {
      for (int k = rows.rowStart(i); k < rows.rowStart(i + 1); k++) {
        min[rows.column(k)] = Math.min(min[rows.column(k)], rows.value(k));
        max[rows.column(k)] = Math.max(max[rows.column(k)], rows.value(k));
      }
    }
    double widest = IntStream.range(0, p).mapToDouble(j -> max[j] - min[j]).max().orElse(0);
    return IntStream.range(0, p).filter(j -> max[j] - min[j] > STILL * widest).toArray();
  }

  /** Number of inputs. */
  int count() {
    return columns.length;
  }

  /** Whether the inputs are codes. */
  boolean codes() {
    return columns.length > 0 && columns[0] >= features;
  }

  /** Variance of the j-th input given the codes. */
  double noise(int j) {
    return codes() ? 0 : model.psi()[columns[j]];
  }

  /** Known inputs of row i, centred by their means over all rows, with their indices. */
  boolean[] known(IncompleteMatrix x, int i, double[] u) {
    boolean[] out = new boolean[count()];
    for (int k = x.rowStart(i), j = 0; k < x.rowStart(i + 1); k++) {
      while (j < columns.length && columns[j] < x.column(k)) {
        j++;
      }
      if (j < columns.length && columns[j] == x.column(k)) {
        u[j] = x.value(k) - model.mu()[columns[j]];
        out[j] = true;
      }
    }
    return out;
  }

  /** VVᵀ + Ψ. */
  double[] covariance() {
    int q = count();
    int d = model.d();
    double[] out = new double[q * q];
    for (int j = 0; j < q; j++) {
      for (int l = 0; l < q; l++) {
        out[j * q + l] = Vectors.dot(model.V(), columns[j] * d, model.V(), columns[l] * d, d);
      }
      out[j * q + j] += noise(j);
    }
    return out;
  }

  /** Directions of these inputs as directions of all features, or of all codes. */
  double[] widened(double[] directions, int k) {
    int from = codes() ? features : 0;
    double[] out = new double[(codes() ? model.d() : features) * k];
    for (int j = 0; j < columns.length; j++) {
      System.arraycopy(directions, j * k, out, (columns[j] - from) * k, k);
    }
    return out;
  }
}
