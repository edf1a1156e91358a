package org.slrm.paper.internal.reduction;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.linalg.Cholesky;
import org.slrm.internal.linalg.Vectors;

/**
 * Conditional expectation of features under N(m, S) (I-2): m_M + S_MΩ S_ΩΩ⁻¹(x_Ω − m_Ω), with
 * covariance S_MM − S_MΩ S_ΩΩ⁻¹ S_ΩM.
 */
final class NormalExpectation implements Expectation {
  private final Inputs inputs;
  private final IncompleteMatrix x;
  private final double[] mean;
  private final double[] S;
  private final int q;

  NormalExpectation(Inputs inputs, IncompleteMatrix x, double[] mean, double[] S) {
    this.inputs = inputs;
    this.x = x;
    this.mean = mean;
    this.S = S;
    q = mean.length;
  }

  @Override
  public MissingInputs row(int i, double[] u) {
    boolean[] known = inputs.known(x, i, u);
    int[] shown = IntStream.range(0, q).filter(j -> known[j]).toArray();
    int[] missing = IntStream.range(0, q).filter(j -> !known[j]).toArray();
    int o = shown.length;
    int m = missing.length;
    double[] L = part(shown, shown);
    Cholesky.factor(L, o, 0);
    double[] r = Arrays.stream(shown).mapToDouble(j -> u[j] - mean[j]).toArray();
    Cholesky.forward(L, o, r);
    // Row a holds L⁻¹ S_Ωa, so that products of rows are those of S_MΩ S_ΩΩ⁻¹ S_ΩM.
    double[] half = part(missing, shown);
    double[] covariance = part(missing, missing);
    double[] one = new double[o];
    for (int a = 0; a < m; a++) {
      System.arraycopy(half, a * o, one, 0, o);
      Cholesky.forward(L, o, one);
      System.arraycopy(one, 0, half, a * o, o);
      u[missing[a]] = mean[missing[a]] + Vectors.dot(one, 0, r, 0, o);
      for (int b = 0; b <= a; b++) {
        covariance[a * m + b] -= Vectors.dot(half, a * o, half, b * o, o);
        covariance[b * m + a] = covariance[a * m + b];
      }
    }
    return new MissingInputs(missing, covariance);
  }

  private double[] part(int[] rows, int[] columns) {
    double[] out = new double[rows.length * columns.length];
    for (int a = 0; a < rows.length; a++) {
      for (int b = 0; b < columns.length; b++) {
        out[a * columns.length + b] = S[rows[a] * q + columns[b]];
      }
    }
    return out;
  }
}
