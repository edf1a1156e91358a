package org.slrm;

import java.util.Arrays;
import org.slrm.internal.label.ClassTarget;
import org.slrm.internal.label.Logistic;
import org.slrm.internal.label.NumberTarget;
import org.slrm.internal.predict.Ensemble;
import org.slrm.internal.predict.TargetPrediction;
import org.slrm.internal.special.Quadrature;

/** Expected reduction of variance, or of log loss (P-3), (Y-11), by measuring a feature. */
final class MeasurementGains {
  private MeasurementGains() {}

  /** The gain of every feature for a target; 0 where it is observed. */
  static double[] gains(Ensemble ensemble, TargetPrediction prediction, int target) {
    return ensemble.target(target) instanceof ClassTarget classes
        ? classes(ensemble, prediction, target, classes)
        : number(ensemble, prediction, target);
  }

  private static double[] number(Ensemble ensemble, TargetPrediction prediction, int target) {
    int c = ensemble.layout().first(target);
    double unit = unit(ensemble, prediction, target);
    double[] out = new double[ensemble.features()];
    prediction.solver().varianceReductions(c, out);
    return Arrays.stream(out).map(r -> Math.min(Double.MAX_VALUE, r * unit * unit)).toArray();
  }

  /** Factor from the encoded label to units of the target. */
  private static double unit(Ensemble ensemble, TargetPrediction prediction, int target) {
    NumberTarget number = (NumberTarget) ensemble.target(target);
    int c = ensemble.layout().first(target);
    prediction.column(c);
    // The row's variances are multiplied by this factor, so reductions are too.
    double unit =
        ensemble.targetScaling().scale(c) * number.scale() * Math.sqrt(prediction.factor());
    if (number.kind().logScale()) {
      // Delta method: a change of the logarithm is a relative change of the mean.
      unit *= number.mean(prediction.eta(), prediction.variance());
    }
    return unit;
  }

  /** The gain of several features together, from predictions with and without their expectation. */
  static double jointGain(
      Ensemble ensemble, TargetPrediction prediction, TargetPrediction measured, int target) {
    if (!(ensemble.target(target) instanceof ClassTarget classes)) {
      double unit = unit(ensemble, prediction, target);
      double r = reduction(prediction, measured, ensemble.layout().first(target));
      return Math.min(Double.MAX_VALUE, r * unit * unit);
    }
    double[] nodeProbability = classes.tree().reach(prediction.second(target, classes));
    double sum = 0;
    for (int node = 0; node < nodeProbability.length; node++) {
      int c = ensemble.layout().first(target) + node;
      double r = reduction(prediction, measured, c);
      prediction.column(c);
      sum += nodeProbability[node] * entropyReduction(prediction.eta(), r);
    }
    return sum;
  }

  private static double reduction(TargetPrediction prediction, TargetPrediction measured, int c) {
    return Math.max(0, prediction.solver().within(c) - measured.solver().within(c));
  }

  /** Sum over the nodes, weighted by their probability. */
  private static double[] classes(
      Ensemble ensemble, TargetPrediction prediction, int target, ClassTarget classes) {
    double[] nodeProbability = classes.tree().reach(prediction.second(target, classes));
    double[] out = new double[ensemble.features()];
    double[] reduction = new double[out.length];
    for (int node = 0; node < nodeProbability.length; node++) {
      int c = ensemble.layout().first(target) + node;
      prediction.column(c);
      double eta = prediction.eta();
      prediction.solver().varianceReductions(c, reduction);
      for (int j = 0; j < out.length; j++) {
        out[j] += nodeProbability[node] * entropyReduction(eta, reduction[j]);
      }
    }
    return out;
  }

  /**
   * H(p) − E H(p′), where the log-odds change by a random amount of variance r that leaves the mean
   * probability unchanged: the expected reduction of entropy.
   */
  private static double entropyReduction(double eta, double r) {
    if (!(r > 0)) {
      return 0;
    }
    // Averaging over variance r shrinks log-odds; undo it, so that the mean probability stays p.
    double unshrunk = eta / Logistic.LABEL.damping(r);
    double p = 0;
    double after = 0;
    for (int k = 0; k < Quadrature.NORMAL.nodes().length; k++) {
      double q = Logistic.LABEL.mean(unshrunk + Math.sqrt(r) * Quadrature.NORMAL.nodes()[k]);
      p += Quadrature.NORMAL.weights()[k] * q;
      after += Quadrature.NORMAL.weights()[k] * entropy(q);
    }
    return Math.max(0, entropy(p) - after);
  }

  private static double entropy(double p) {
    return p <= 0 || p >= 1 ? 0 : -p * Math.log(p) - (1 - p) * Math.log1p(-p);
  }
}
