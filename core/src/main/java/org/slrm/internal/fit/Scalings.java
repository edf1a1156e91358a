package org.slrm.internal.fit;

import java.util.List;
import java.util.stream.IntStream;
import org.slrm.data.Scaling;
import org.slrm.internal.label.Label;
import org.slrm.internal.run.TrainingData;
import org.slrm.result.CrossValidated;

/**
 * The scaling between users' units and those of solvers.
 *
 * @param x of the features
 * @param y of the targets
 */
public record Scalings(Scaling x, Scaling y) {
  /** The scaling of the given kind, with each loss deciding that of its label. */
  static Scalings of(DataSummary data, Scaling.Kind kind) {
    return new Scalings(Scaling.of(data.features(), kind), labels(data, kind));
  }

  private static Scaling labels(DataSummary data, Scaling.Kind kind) {
    int targets = data.labels().columns();
    List<Label> kinds = data.layout().labels();
    double[] center = new double[targets];
    double[] scale = new double[targets];
    for (int t = 0; t < targets; t++) {
      Scaling scaling = Scaling.of(data.labels(), kinds.get(t).scaling(kind));
      center[t] = scaling.center(t);
      scale[t] = scaling.scale(t);
    }
    return Scaling.of(center, scale);
  }

  /** The numbers of the scalings, for transfer. */
  public double[][] numbers() {
    return new double[][] {centers(x), scales(x), centers(y), scales(y)};
  }

  /** From such numbers. */
  public static Scalings ofNumbers(double[][] n) {
    return new Scalings(Scaling.of(n[0], n[1]), Scaling.of(n[2], n[3]));
  }

  private static double[] centers(Scaling s) {
    return IntStream.range(0, s.columns()).mapToDouble(s::center).toArray();
  }

  private static double[] scales(Scaling s) {
    return IntStream.range(0, s.columns()).mapToDouble(s::scale).toArray();
  }

  /** Rows in scaled units. */
  public TrainingData apply(TrainingData raw) {
    return new TrainingData(
        x.apply(raw.x()), y.apply(raw.y()), raw.weights(), raw.kinds(), raw.units());
  }

  /** Predictions in scaled units converted to the targets' own. */
  public CrossValidated unscaled(CrossValidated cv) {
    double[] label = cv.label();
    double[] prediction = cv.prediction();
    double[] error = cv.standardError();
    for (int k = 0; k < label.length; k++) {
      int t = k % cv.targets();
      label[k] = y.unscaled(t, label[k]);
      prediction[k] = y.unscaled(t, prediction[k]);
      error[k] *= y.scale(t);
    }
    return new CrossValidated(
            cv.targets(), cv.fold(), label, prediction, error, cv.observed(), cv.weights())
        .in(cv.clusters());
  }
}
