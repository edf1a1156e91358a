package org.slrm.internal.predict;

import org.slrm.internal.label.ClassTarget;
import org.slrm.internal.label.Logistic;
import org.slrm.internal.label.NumberTarget;
import org.slrm.internal.label.Target;
import org.slrm.result.Prediction;
import org.slrm.result.Predictions;

/**
 * Predictions of the current row in each target's own units. One per thread.
 *
 * <p>A number: mean, standard error and quantiles. Classes: the probability at every node of their
 * tree, calibrated by the column's map, multiplied along the paths (Y-3).
 */
public final class TargetPrediction {
  private final Ensemble ensemble;
  private final StackSolver solver;
  private double eta;
  private double variance;
  private double factor;
  private double[] probabilities = new double[0];
  private double[] rangeEffect = new double[0];
  private boolean beyond;

  /** Predictions of an ensemble, with a workspace. */
  public TargetPrediction(Ensemble ensemble) {
    this.ensemble = ensemble;
    solver = ensemble.solver();
  }

  /** The solver; set its pattern and row first. */
  public StackSolver solver() {
    return solver;
  }

  /** The effect of entries out of range on η of each column of this row, if any. */
  public void rangeEffect(double[] byColumn) {
    rangeEffect = byColumn;
  }

  /** Whether an entry of the row or the target's prediction is beyond its training range. */
  public boolean outOfRange() {
    return rangeEffect.length > 0 || beyond;
  }

  /** Whether any member predicts rows of this pattern. */
  public boolean predicts() {
    return solver.predicts();
  }

  /** Evaluates a target of the row. */
  public void evaluate(int t) {
    beyond = false;
    if (ensemble.target(t) instanceof ClassTarget classes) {
      double[] second = second(t, classes);
      probabilities = new double[classes.levels()];
      classes.tree().probabilities(second, probabilities);
    } else {
      column(ensemble.layout().first(t));
    }
  }

  /** The mean of a number; its variance is computed only where the mean depends on it. */
  double mean(int t, NumberTarget number) {
    int c = ensemble.layout().first(t);
    if (number.kind().usesSquaredError() && number.label().quadratic()) {
      double unlimited = ensemble.targetScaling().unscaled(c, solver.meanWithoutVariance(c));
      return number.mean(ensemble.range().label(c, unlimited), 0);
    }
    column(c);
    return number.mean(eta, variance);
  }

  /** Probability of the second branch at each node. */
  public double[] second(int t, ClassTarget classes) {
    double[] second = new double[classes.columns()];
    for (int node = 0; node < second.length; node++) {
      int c = ensemble.layout().first(t) + node;
      column(c);
      second[node] = Logistic.LABEL.mean(ensemble.maps().get(c).apply(eta));
    }
    return second;
  }

  /**
   * η of a column and its variance, in the units of encoded labels, limited to the labels' range.
   * The change by limits and the effect of entries out of range add to the variance (P-9).
   */
  public void column(int c) {
    solver.evaluate(c);
    double unlimited = ensemble.targetScaling().unscaled(c, solver.mean());
    eta = ensemble.range().label(c, unlimited);
    beyond |= ensemble.range().beyond(c, unlimited);
    double scale = ensemble.targetScaling().scale(c);
    variance = solver.variance() * (scale * scale);
    factor = ensemble.scales().get(c).factor(eta, variance, solver.observed());
    variance *= factor;
    if (eta != unlimited) {
      add(c, Math.min(Math.abs(unlimited - eta), ensemble.range().labelWidth(c)));
    }
    if (rangeEffect.length > 0) {
      add(c, rangeEffect[c]);
      // Uncertain probabilities shrink, like those of members (Y-7).
      eta *= ensemble.labels().get(c).damping(rangeEffect[c] * rangeEffect[c]);
    }
  }

  /** Adds a deviation to the variance; the expected amount e^(η + v/2) stays the same. */
  private void add(int c, double deviation) {
    variance += deviation * deviation;
    if (ensemble.target(ensemble.layout().targetOf(c)) instanceof NumberTarget n && n.log()) {
      eta -= deviation * deviation / 2;
    }
  }

  /** η of the last column or number. */
  public double eta() {
    return eta;
  }

  public double variance() {
    return variance;
  }

  /** Factor of the variance by the error model. */
  public double factor() {
    return factor;
  }

  public Prediction prediction(int t, int observed) {
    Prediction.Row row = new Prediction.Row(observed, predicts(), ensemble.flags(this));
    if (!(ensemble.target(t) instanceof NumberTarget number)) {
      return Prediction.ofClasses(probabilities, ensemble.calibrations().get(t), row);
    }
    double e = eta;
    double v = variance;
    return Prediction.ofNumber(
        number.mean(e, v),
        number.standardError(e, v),
        z -> number.quantile(z, e, v),
        ensemble.calibrations().get(t),
        row);
  }

  /** Writes the prediction with an interval of {@code factor} deviations on each side. */
  void write(Predictions.Builder out, int i, int t, double factor) {
    Target target = ensemble.target(t);
    if (target instanceof NumberTarget number) {
      out.predict(i, t, number.mean(eta, variance), number.standardError(eta, variance));
      out.interval(
          i,
          t,
          number.quantile(0, eta, variance),
          number.quantile(-factor, eta, variance),
          number.quantile(factor, eta, variance));
    } else {
      out.classes(i, t, probabilities);
    }
  }

  /** Writes quantiles of the current prediction, the given number of deviations above its η. */
  void quantiles(Predictions.Builder out, int i, int t, double[] z) {
    NumberTarget number = ensemble.target(t) instanceof NumberTarget n ? n : null;
    for (int k = 0; k < z.length; k++) {
      out.quantile(i, t, k, number == null ? Double.NaN : number.quantile(z[k], eta, variance));
    }
  }
}
