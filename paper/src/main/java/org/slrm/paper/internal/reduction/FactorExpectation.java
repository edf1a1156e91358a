package org.slrm.paper.internal.reduction;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.Posterior;
import org.slrm.internal.factor.member.RowPosterior;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.Vectors;

/** Conditional expectation by the label-free factor model (I-2): Va with covariance VSVᵀ + Ψ. */
final class FactorExpectation implements Expectation {
  private final Inputs inputs;
  private final IncompleteMatrix x;
  private final RowPosterior posterior;

  FactorExpectation(Inputs inputs, IncompleteMatrix x) {
    this.inputs = inputs;
    this.x = x;
    Factors features = inputs.model().columns(0, inputs.features());
    posterior = new RowPosterior(features, Posterior.Tables.ofFeatures(features));
  }

  @Override
  public MissingInputs row(int i, double[] u) {
    int[] observed = x.row(i).indices();
    double[] z = IntStream.range(x.rowStart(i), x.rowStart(i + 1)).mapToDouble(x::value).toArray();
    posterior.pattern(observed, observed.length);
    posterior.row(z);
    int[] missing =
        IntStream.range(0, inputs.count())
            .filter(j -> Arrays.binarySearch(observed, inputs.columns()[j]) < 0)
            .toArray();
    inputs.known(x, i, u);
    int d = inputs.model().d();
    for (int j : missing) {
      u[j] = Vectors.dot(inputs.model().V(), inputs.columns()[j] * d, posterior.code(), 0, d);
    }
    return new MissingInputs(missing, covariance(missing));
  }

  private double[] covariance(int[] missing) {
    int d = inputs.model().d();
    int m = missing.length;
    double[] V = inputs.model().V();
    double[] S = new double[Packed.length(d)];
    posterior.covariance(S);
    double[] v = new double[d];
    double[] sv = new double[d];
    double[] out = new double[m * m];
    for (int a = 0; a < m; a++) {
      System.arraycopy(V, inputs.columns()[missing[a]] * d, v, 0, d);
      Packed.multiply(S, 0, v, sv, d);
      for (int b = 0; b < m; b++) {
        out[a * m + b] = Vectors.dot(V, inputs.columns()[missing[b]] * d, sv, 0, d);
      }
      out[a * m + a] += inputs.noise(missing[a]);
    }
    return out;
  }
}
