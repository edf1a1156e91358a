package org.slrm.internal.factor.member;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.slrm.internal.factor.ExpectationMaximization;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.Prior;
import org.slrm.internal.label.Label;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.SpdFactor;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.predict.RowSolver;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;

/**
 * Refits the coefficients of classes and counts (Y-12). The bound of a joint fit shrinks them. The
 * refit maximises the likelihood of the labels given the features alone, including the uncertainty
 * of the factor scores:
 *
 * <pre>Σ_i log p(y_i | η = k_i (b + wᵀa_i) + o_i) − ½ λ‖w‖²</pre>
 *
 * where k_i and o_i turn b + wᵀa_i and wᵀS_iw into the η of the expected label. Newton's method, a
 * few rounds.
 */
public final class LabelRefit {
  private static final int ROUNDS = 4;
  private static final int STEPS = 4;

  /** Largest change of η in one step. */
  private static final double LONGEST = 3;

  private final Factors x;
  private final TrainingData data;
  private final double precision;
  private final double[] scores;
  private final int d;

  private LabelRefit(Factors x, TrainingData data, double precision, Workers workers) {
    this.x = x;
    this.data = data;
    this.precision = precision;
    d = x.d();
    scores = ImputedFeatures.of(x, data.x(), false, workers).scores();
  }

  /** A joint fit with refitted coefficients of its classes and counts. */
  public static ExpectationMaximization.Result of(
      ExpectationMaximization.Result fit, TrainingData data, Prior prior, Workers workers) {
    Factors f = fit.factors();
    if (f.labels().stream().allMatch(Label::noisy)) {
      return fit;
    }
    int features = data.x().columns();
    Factors x = f.columns(0, features);
    LabelRefit refit = new LabelRefit(x, data, prior.loadingPrecision(), workers);
    double[] mu = f.mu().clone();
    double[] V = f.V().clone();
    for (int j = features; j < f.columns(); j++) {
      if (!f.label(j).noisy()) {
        double[] beta = refit.column(f, j, j - features);
        System.arraycopy(beta, 0, V, j * f.d(), f.d());
        mu[j] = beta[f.d()];
      }
    }
    return fit.with(new Factors(f.d(), mu, V, f.psi(), f.labels(), f.curves()));
  }

  /** (w, b) of a column. */
  private double[] column(Factors f, int j, int target) {
    Label label = f.label(j);
    int[] rows =
        IntStream.range(0, data.y().rows())
            .filter(i -> !Double.isNaN(data.label(i, target)))
            .toArray();
    double[] beta = new double[d + 1];
    System.arraycopy(f.V(), j * d, beta, 0, d);
    beta[d] = f.mu()[j];
    for (int round = 0; round < ROUNDS && rows.length > 0; round++) {
      double[] variance = variances(rows, beta);
      for (int step = 0; step < STEPS; step++) {
        newton(label, target, rows, variance, beta);
      }
    }
    return beta;
  }

  /** wᵀS_iw of each row. */
  private double[] variances(int[] rows, double[] beta) {
    double[] w = Arrays.copyOf(beta, d);
    LikelihoodMember member = new LikelihoodMember(x, new double[] {beta[d]}, w, new double[] {0});
    RowSolver solver = member.rowSolver();
    double[] out = new double[rows.length];
    for (int r = 0; r < rows.length; r++) {
      int i = rows[r];
      solver.pattern(data.x().row(i).indices(), data.x().observed(i));
      out[r] = solver.signalVariance(0);
    }
    return out;
  }

  private void newton(Label label, int target, int[] rows, double[] variance, double[] beta) {
    double[] h = new double[Packed.length(d + 1)];
    double[] g = new double[d + 1];
    double[] e = new double[d + 1];
    for (int r = 0; r < rows.length; r++) {
      int i = rows[r];
      System.arraycopy(scores, i * d, e, 0, d);
      e[d] = 1;
      double eta = Vectors.dot(e, 0, beta, 0, d + 1);
      double at = label.effective(eta, variance[r]);
      double k = label.damping(variance[r]);
      double y = data.label(i, target);
      double v = data.weight(i);
      Vectors.add(g, 0, -v * k * label.gradient(y, at), e, 0, d + 1);
      Packed.addOuter(h, 0, v * k * k * label.curvature(y, at), e, 0, d + 1);
    }
    double lambda = precision / label.spread();
    for (int k = 0; k < d; k++) {
      g[k] -= lambda * beta[k];
      h[Packed.at(k, k)] += lambda;
    }
    // All labels of one class: half a pseudo-row of each class keeps the intercept finite.
    h[Packed.at(d, d)] += 1e-2;
    SpdFactor factor = new SpdFactor(d + 1);
    factor.factorRidged(h, 0);
    factor.solve(g);
    double size = Math.sqrt(Vectors.dot(g, 0, g, 0, d + 1));
    double fraction = Math.min(1, LONGEST / Math.max(size, 1e-300));
    Vectors.add(beta, 0, fraction, g, 0, d + 1);
  }
}
