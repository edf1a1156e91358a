package org.slrm.paper.internal.reduction;

import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.linalg.Vectors;

/**
 * What directions are sought in: codes, or features, missing ones as the factor model knows them.
 * Both are columns of one factor model, that of the features followed by the codes themselves, of
 * which nothing is observed but through the features.
 *
 * @param model features, then codes
 * @param features number of features
 * @param columns the columns of the model that are inputs
 */
record Inputs(Factors model, int features, int[] columns) {
  /** An input that varies less than this share of the widest says nothing of rows to come. */
  private static final double STILL = 1e-9;

  /** Those of rows: the features that vary there, or all codes. */
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

  /** Features of which two known entries differ. */
  private static int[] varying(IncompleteMatrix rows, int p) {
    double[] least = new double[p];
    double[] most = new double[p];
    java.util.Arrays.fill(least, Double.POSITIVE_INFINITY);
    java.util.Arrays.fill(most, Double.NEGATIVE_INFINITY);
    for (int i = 0; i < rows.rows(); i++) {
      for (int k = rows.rowStart(i); k < rows.rowStart(i + 1); k++) {
        least[rows.column(k)] = Math.min(least[rows.column(k)], rows.value(k));
        most[rows.column(k)] = Math.max(most[rows.column(k)], rows.value(k));
      }
    }
    double widest = IntStream.range(0, p).mapToDouble(j -> most[j] - least[j]).max().orElse(0);
    return IntStream.range(0, p).filter(j -> most[j] - least[j] > STILL * widest).toArray();
  }

  /** Number of inputs. */
  int count() {
    return columns.length;
  }

  /** Whether they are codes. */
  boolean codes() {
    return columns.length > 0 && columns[0] >= features;
  }

  /** Own variance of the j-th input around what codes say of it. */
  double noise(int j) {
    return codes() ? 0 : model.psi()[columns[j]];
  }

  /** Known inputs of row i, measured from their means over all rows; says which these are. */
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
