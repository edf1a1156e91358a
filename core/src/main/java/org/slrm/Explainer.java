package org.slrm;

import java.util.Arrays;
import org.slrm.SlrmModel.Explanation;
import org.slrm.data.IncompleteRow;
import org.slrm.data.Scaling;
import org.slrm.internal.check.Checks;
import org.slrm.internal.label.ClassTarget;
import org.slrm.internal.label.Logistic;
import org.slrm.internal.label.NumberTarget;
import org.slrm.internal.label.ProbabilityMap;
import org.slrm.internal.label.Target;
import org.slrm.internal.predict.Ensemble;
import org.slrm.internal.predict.StackSolver;
import org.slrm.internal.predict.TargetPrediction;
import org.slrm.internal.special.Quadrature;

/**
 * Contributions of observed entries to a prediction (P-2), on the scale on which they add up: the
 * target's own, logarithms of counts and amounts, log-odds of a class (Y-10).
 */
final class Explainer {
  private Explainer() {}

  /** A solver that has been given a row. */
  static TargetPrediction prediction(Ensemble ensemble, IncompleteRow row) {
    TargetPrediction prediction = new TargetPrediction(ensemble);
    show(prediction.solver(), ensemble.scaling(), row);
    return prediction;
  }

  /** Passes a row to a solver, in scaled units. */
  static void show(StackSolver solver, Scaling scaling, IncompleteRow row) {
    Checks.equal("length of the row", row.length(), "number of features", scaling.columns());
    double[] z = new double[row.observed()];
    for (int e = 0; e < z.length; e++) {
      z[e] = scaling.scaled(row.index(e), row.value(e));
    }
    solver.pattern(row.indices(), row.observed());
    solver.row(z);
  }

  /** Explains a target; for classes the log-odds of one. */
  static Explanation of(
      Ensemble ensemble, TargetPrediction prediction, IncompleteRow row, int target, int level) {
    if (ensemble.target(target) instanceof ClassTarget classes) {
      return classes(ensemble, row, target, level, classes, prediction);
    }
    NumberTarget number = ((NumberTarget) ensemble.target(target)).unlimited();
    int c = ensemble.layout().first(target);
    double unit = ensemble.targetScaling().scale(c) * unit(number);
    double[] contribution = contributions(prediction, c, row.observed(), unit);
    if (!number.kind().logScale()) {
      prediction.column(c);
      double intercept = ensemble.targetScaling().unscaled(c, prediction.solver().intercept(c));
      double unlimited = ensemble.targetScaling().unscaled(c, prediction.solver().mean());
      // Where the labels' range limits the prediction, all contributions shrink by one factor
      // (P-9).
      boolean limited = prediction.eta() != unlimited && unlimited != intercept;
      double factor = limited ? (prediction.eta() - intercept) / (unlimited - intercept) : 1;
      return new Explanation(
          number.mean(prediction.eta(), 0),
          number.mean(intercept, 0),
          row.indices(),
          Arrays.stream(contribution).map(v -> v * factor).toArray(),
          prediction.solver().missingness(c) * unit * factor,
          Explanation.Scale.TARGET,
          -1);
    }
    TargetPrediction nothing =
        prediction(ensemble, IncompleteRow.of(row.length(), new int[0], new double[0]));
    double mean = logarithm(prediction, ensemble, target);
    double intercept = logarithm(nothing, ensemble, target);
    double rest = mean - intercept - Arrays.stream(contribution).sum();
    return new Explanation(
        mean, intercept, row.indices(), contribution, rest, Explanation.Scale.LOG, -1);
  }

  /** Logarithm of the reported prediction, within limits; of a positive amount η + v/2 (Y-10). */
  private static double logarithm(TargetPrediction prediction, Ensemble ensemble, int target) {
    prediction.column(ensemble.layout().first(target));
    NumberTarget number = (NumberTarget) ensemble.target(target);
    double mean = number.mean(prediction.eta(), prediction.variance());
    return Math.log(Math.max(Double.MIN_NORMAL, mean));
  }

  /** The unit of an encoded label in the units of contributions. */
  static double unit(Target target) {
    return target instanceof NumberTarget number ? number.scale() : 1;
  }

  private static double[] contributions(
      TargetPrediction prediction, int c, int count, double unit) {
    double[] out = new double[count];
    prediction.solver().evaluate(c);
    prediction.solver().contributions(c, out);
    return Arrays.stream(out).map(v -> v * unit).toArray();
  }

  /**
   * The probability of the class is a function of the nodes' log-odds. Each node's contributions
   * are weighted by the mean slope of the class's log-odds in the node's, along the straight line
   * from a row with nothing observed to this one.
   */
  private static Explanation classes(
      Ensemble ensemble,
      IncompleteRow row,
      int target,
      int level,
      ClassTarget classes,
      TargetPrediction prediction) {
    TargetPrediction nothing =
        prediction(ensemble, IncompleteRow.of(row.length(), new int[0], new double[0]));
    double[] to = prediction.second(target, classes);
    double[] from = nothing.second(target, classes);
    double[] slope = meanSlopes(classes, level, logOdds(from), logOdds(to));
    double[] sum = new double[row.observed()];
    for (int node = 0; node < slope.length; node++) {
      int c = ensemble.layout().first(target) + node;
      prediction.column(c);
      ProbabilityMap map = ensemble.maps().get(c);
      double unit = slope[node] * map.slopeAt(prediction.eta());
      double[] ofNode = contributions(prediction, c, sum.length, unit);
      Arrays.setAll(sum, e -> sum[e] + ofNode[e]);
    }
    double mean = classLogOdds(classes, level, to);
    double intercept = classLogOdds(classes, level, from);
    double rest = mean - intercept - Arrays.stream(sum).sum();
    return new Explanation(
        mean, intercept, row.indices(), sum, rest, Explanation.Scale.LOG_ODDS, level);
  }

  private static double[] logOdds(double[] p) {
    return Arrays.stream(p).map(Logistic.LABEL::link).toArray();
  }

  private static double classLogOdds(ClassTarget classes, int level, double[] second) {
    double[] p = new double[classes.levels()];
    classes.tree().probabilities(second, p);
    return Logistic.LABEL.link(p[level]);
  }

  private static double[] meanSlopes(ClassTarget classes, int level, double[] from, double[] to) {
    double[] out = new double[from.length];
    double step = 1e-4;
    for (int q = 0; q < Quadrature.UNIT.nodes().length; q++) {
      double position = Quadrature.UNIT.nodes()[q];
      for (int node = 0; node < out.length; node++) {
        double up = at(classes, level, from, to, position, node, step);
        double down = at(classes, level, from, to, position, node, -step);
        out[node] += Quadrature.UNIT.weights()[q] * (up - down) / (2 * step);
      }
    }
    return out;
  }

  /** The class's log-odds at a point between two rows, with one node's log-odds shifted. */
  private static double at(
      ClassTarget classes,
      int level,
      double[] from,
      double[] to,
      double position,
      int shifted,
      double step) {
    double[] p = new double[from.length];
    for (int node = 0; node < p.length; node++) {
      double eta = from[node] + position * (to[node] - from[node]) + (node == shifted ? step : 0);
      p[node] = Logistic.LABEL.mean(eta);
    }
    return classLogOdds(classes, level, p);
  }
}
