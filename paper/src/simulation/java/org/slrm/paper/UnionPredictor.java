package org.slrm.paper;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.check.Checks;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.mixture.Mixture;
import org.slrm.internal.mixture.MixtureMember;
import org.slrm.internal.predict.RowSolver;

/**
 * E[y | x_Ω] and its error for a known mixture of factor analysers (B-2): the exact posterior of a
 * mixture with loadings U diag(s) and label coefficients diag(s) w in each subspace.
 */
final class UnionPredictor {
  private final MixtureMember member;

  UnionPredictor(List<Simulation.Truth> subspaces) {
    double[] share = new double[subspaces.size()];
    Arrays.fill(share, 1.0 / share.length);
    List<Factors> components = new ArrayList<>();
    subspaces.forEach(truth -> components.add(factors(truth)));
    member = MixtureMember.of(new Mixture(share, components), subspaces.get(0).features());
  }

  private static Factors factors(Simulation.Truth truth) {
    int D = truth.features();
    int d = truth.rank();
    double[] mu = Arrays.copyOf(truth.mean(), D + 1);
    mu[D] = truth.intercept();
    double[] V = Arrays.copyOf(truth.basis(), (D + 1) * d);
    System.arraycopy(truth.coefficients(), 0, V, D * d, d);
    double[] scales = truth.scales();
    for (int k = 0; k < V.length; k++) {
      V[k] *= scales[k % d];
    }
    double[] psi = new double[D + 1];
    Arrays.fill(psi, Checks.positive("noiseX", truth.noiseX()) * truth.noiseX());
    psi[D] = truth.noiseY() * truth.noiseY();
    return new Factors(d, mu, V, psi);
  }

  Simulation.Bayes predict(IncompleteMatrix x) {
    Checks.equal("columns", x.columns(), "features of the truth", member.features());
    RowSolver solver = member.rowSolver();
    double[] mean = new double[x.rows()];
    double[] variance = new double[x.rows()];
    for (int i = 0; i < x.rows(); i++) {
      double[] z = new double[x.observed(i)];
      for (int e = 0; e < z.length; e++) {
        z[e] = x.value(x.rowStart(i) + e);
      }
      solver.pattern(x.row(i).indices(), z.length);
      solver.row(z);
      mean[i] = solver.mean(0);
      variance[i] = solver.signalVariance(0) + solver.noiseVariance(0);
    }
    return new Simulation.Bayes(mean, variance);
  }
}
