package org.slrm.paper.internal.algorithm;

import org.slrm.internal.label.Label;
import org.slrm.internal.predict.PatternSolver;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;

/**
 * Makes the predictor from a basis and its regressors, with noise variances estimated on the given
 * rows. Feature noise: residuals of the projection over their degrees of freedom m − d. Label
 * noise: squared residuals of the prediction minus the part due to feature noise; heavy-tailed
 * residuals are weighted by their curvature, and a label without noise has none.
 */
final class GatedFit {
  /** Least label noise as a fraction of the squared residuals. */
  private static final double MIN_NOISE_FRACTION = 0.05;

  private GatedFit() {}

  /**
   * The member for basis U and the regressors w, all targets one after the other.
   *
   * @param rows rows that estimate noise, preferably not those of the fit
   */
  static GatedMember member(
      double[] U, double[] w, double[] intercept, double gate, TrainingData rows, Workers workers) {
    int D = rows.x().columns();
    int d = U.length / D;
    int targets = intercept.length;
    Projections p = Projections.of(U, d, gate, rows.x(), workers);
    double featureNoise = featureNoise(p, rows);
    double codeVariance = codeVariance(p, rows);
    double[] ones = new double[targets];
    java.util.Arrays.fill(ones, 1);
    GatedMember rough =
        new GatedMember(D, d, U, w, intercept, gate, featureNoise, codeVariance, ones, ones);
    double[] noise = new double[targets];
    double[] signal = new double[targets];
    for (int t = 0; t < targets; t++) {
      labelNoise(rough, t, p, rows, noise, signal);
    }
    return new GatedMember(D, d, U, w, intercept, gate, featureNoise, codeVariance, noise, signal);
  }

  private static double featureNoise(Projections p, TrainingData rows) {
    double sum = 0;
    double freedom = 0;
    for (int i : p.answeredRows()) {
      sum += rows.weight(i) * p.residual()[i];
      freedom += rows.weight(i) * (rows.x().observed(i) - p.rank());
    }
    return freedom == 0 ? 0 : sum / freedom;
  }

  private static double codeVariance(Projections p, TrainingData rows) {
    double sum = 0;
    double total = 0;
    for (int i : p.answeredRows()) {
      total += rows.weight(i);
      for (int c = 0; c < p.rank(); c++) {
        double code = p.codes()[i * p.rank() + c];
        sum += rows.weight(i) * (code * code);
      }
    }
    return sum > 0 ? sum / total / p.rank() : 1;
  }

  private static void labelNoise(
      GatedMember member,
      int t,
      Projections p,
      TrainingData rows,
      double[] noise,
      double[] signal) {
    PatternSolver solver = member.patternSolver();
    Label kind = rows.kind(t);
    double b = member.intercept(t);
    double residuals = 0;
    double explained = 0;
    double squares = 0;
    double labels = 0;
    double labelled = 0;
    double n = 0;
    for (int i = 0; i < rows.x().rows(); i++) {
      double y = rows.label(i, t) - b;
      if (Double.isNaN(y)) {
        continue;
      }
      double weight = rows.weight(i);
      labelled += weight;
      labels += weight * kind.curvature(b + y, b) * (y * y);
      if (p.answered()[i]) {
        solver.pattern(rows.x().row(i).indices(), rows.x().observed(i));
        double fitted = p.fitted(i, member.coefficients(), t * p.rank());
        double c = kind.curvature(b + y, b + fitted);
        residuals += weight * c * ((y - fitted) * (y - fitted));
        squares += weight * (fitted * fitted);
        explained += weight * solver.signalVariance(t);
        n += weight;
      }
    }
    double residual = n == 0 ? labelled == 0 ? 1 : labels / labelled : residuals / n;
    double byFeatures = n == 0 ? 0 : explained / n;
    noise[t] = kind.noisy() ? Math.max(residual - byFeatures, MIN_NOISE_FRACTION * residual) : 0;
    // Feature noise inflates wᵀx̃ as well.
    signal[t] = n == 0 ? 0 : Math.max(squares / n - byFeatures, 0);
  }
}
