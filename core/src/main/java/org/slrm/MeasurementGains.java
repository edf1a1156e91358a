package org.slrm;

import java.util.Arrays;
import org.slrm.internal.label.ClassTarget;
import org.slrm.internal.label.Logistic;
import org.slrm.internal.label.NumberTarget;
import org.slrm.internal.predict.Ensemble;
import org.slrm.internal.predict.TargetAnswer;
import org.slrm.internal.special.Quadrature;

/** Expected reduction of variance, or of log loss (P-3), (Y-11), by measuring a feature. */
final class MeasurementGains {
  private MeasurementGains() {}

  /** The gain of every feature for a target; 0 where it is observed. */
  static double[] gains(Ensemble ensemble, TargetAnswer answer, int target) {
    return ensemble.target(target) instanceof ClassTarget classes
        ? classes(ensemble, answer, target, classes)
        : number(ensemble, answer, target);
  }

  private static double[] number(Ensemble ensemble, TargetAnswer answer, int target) {
    int c = ensemble.layout().first(target);
    double unit = unit(ensemble, answer, target);
    double[] out = new double[ensemble.features()];
    answer.solver().varianceReductions(c, out);
    return Arrays.stream(out).map(r -> Math.min(Double.MAX_VALUE, r * unit * unit)).toArray();
  }

  /** The unit of the encoded label in units of the target. */
  private static double unit(Ensemble ensemble, TargetAnswer answer, int target) {
    NumberTarget number = (NumberTarget) ensemble.target(target);
    int c = ensemble.layout().first(target);
    answer.column(c);
    // The row's variances are multiplied by this factor, so reductions are too.
    double unit = ensemble.targetScaling().scale(c) * number.scale() * Math.sqrt(answer.factor());
    if (number.kind().logScale()) {
      // A step of the logarithm is a fraction of the expectation.
      unit *= number.mean(answer.eta(), answer.variance());
    }
    return unit;
  }

  /** The gain of several features together, from predictions with and without their expectation. */
  static double together(Ensemble ensemble, TargetAnswer answer, TargetAnswer known, int target) {
    if (!(ensemble.target(target) instanceof ClassTarget classes)) {
      double unit = unit(ensemble, answer, target);
      double r = reduction(answer, known, ensemble.layout().first(target));
      return Math.min(Double.MAX_VALUE, r * unit * unit);
    }
    double[] reach = classes.tree().reach(answer.second(target, classes));
    double sum = 0;
    for (int node = 0; node < reach.length; node++) {
      int c = ensemble.layout().first(target) + node;
      double r = reduction(answer, known, c);
      answer.column(c);
      sum += reach[node] * drop(answer.eta(), r);
    }
    return sum;
  }

  private static double reduction(TargetAnswer answer, TargetAnswer known, int c) {
    return Math.max(0, answer.solver().within(c) - known.solver().within(c));
  }

  /** Sum over the nodes, weighted by their probability. */
  private static double[] classes(
      Ensemble ensemble, TargetAnswer answer, int target, ClassTarget classes) {
    double[] reach = classes.tree().reach(answer.second(target, classes));
    double[] out = new double[ensemble.features()];
    double[] reduction = new double[out.length];
    for (int node = 0; node < reach.length; node++) {
      int c = ensemble.layout().first(target) + node;
      answer.column(c);
      double eta = answer.eta();
      answer.solver().varianceReductions(c, reduction);
      for (int j = 0; j < out.length; j++) {
        out[j] += reach[node] * drop(eta, reduction[j]);
      }
    }
    return out;
  }

  /**
   * H(p) − E H(p′), where the log-odds change by a random amount of variance r that leaves the mean
   * probability unchanged: the expected reduction of entropy.
   */
  private static double drop(double eta, double r) {
    if (!(r > 0)) {
      return 0;
    }
    // Averaging shrinks log-odds of variance r, so the start is farther from 0.
    double out = eta / Logistic.LABEL.damping(r);
    double p = 0;
    double after = 0;
    for (int k = 0; k < Quadrature.NORMAL.nodes().length; k++) {
      double q = Logistic.LABEL.mean(out + Math.sqrt(r) * Quadrature.NORMAL.nodes()[k]);
      p += Quadrature.NORMAL.weights()[k] * q;
      after += Quadrature.NORMAL.weights()[k] * entropy(q);
    }
    return Math.max(0, entropy(p) - after);
  }

  private static double entropy(double p) {
    return p <= 0 || p >= 1 ? 0 : -p * Math.log(p) - (1 - p) * Math.log1p(-p);
  }
}
