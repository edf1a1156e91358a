package org.slrm.internal.linalg;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F64;

/** Eigen- and singular value decompositions by EJML, on row-major flat arrays. */
public final class Decompositions {
  private Decompositions() {}

  /**
   * Eigenvalues and eigenvectors.
   *
   * @param values eigenvalues, largest first
   * @param vectors column k, at {@code [i * d + k]}, belongs to value k
   */
  public record Eigen(double[] values, double[] vectors) {}

  /**
   * A = U diag(s) Vᵀ, largest first.
   *
   * @param u rows × k
   * @param s k singular values
   * @param v columns × k
   */
  public record Svd(double[] u, double[] s, double[] v) {}

  /** Eigenproblem of a symmetric row-major d×d matrix. */
  public static Eigen symmetric(double[] a, int d) {
    EigenDecomposition_F64<DMatrixRMaj> eig = DecompositionFactory_DDRM.eig(d, true, true);
    if (!eig.decompose(new DMatrixRMaj(d, d, true, a.clone()))) {
      throw new ArithmeticException("eigenvalues of a " + d + "x" + d + " matrix did not converge");
    }
    double[] raw = new double[d];
    for (int k = 0; k < d; k++) {
      raw[k] = eig.getEigenvalue(k).getReal();
    }
    int[] order = descending(raw);
    double[] values = new double[d];
    double[] vectors = new double[d * d];
    for (int k = 0; k < d; k++) {
      values[k] = raw[order[k]];
      DMatrixRMaj v = eig.getEigenVector(order[k]);
      for (int i = 0; i < d; i++) {
        vectors[i * d + k] = v.get(i);
      }
    }
    return new Eigen(values, vectors);
  }

  /** Thin singular value decomposition of a row-major matrix, k = min(rows, columns). */
  public static Svd svd(double[] a, int rows, int columns) {
    SingularValueDecomposition_F64<DMatrixRMaj> svd =
        DecompositionFactory_DDRM.svd(rows, columns, true, true, true);
    if (!svd.decompose(new DMatrixRMaj(rows, columns, true, a.clone()))) {
      throw new ArithmeticException(
          "singular values of a " + rows + "x" + columns + " matrix did not converge");
    }
    int k = Math.min(rows, columns);
    double[] raw = svd.getSingularValues();
    int[] order = descending(java.util.Arrays.copyOf(raw, k));
    DMatrixRMaj u = svd.getU(null, false);
    DMatrixRMaj v = svd.getV(null, false);
    double[] uOut = new double[rows * k];
    double[] vOut = new double[columns * k];
    double[] s = new double[k];
    for (int c = 0; c < k; c++) {
      s[c] = raw[order[c]];
      for (int i = 0; i < rows; i++) {
        uOut[i * k + c] = u.get(i, order[c]);
      }
      for (int i = 0; i < columns; i++) {
        vOut[i * k + c] = v.get(i, order[c]);
      }
    }
    return new Svd(uOut, s, vOut);
  }

  private static int[] descending(double[] values) {
    return java.util.stream.IntStream.range(0, values.length)
        .boxed()
        .sorted((p, q) -> Double.compare(values[q], values[p]))
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
