package org.slrm.internal.auto;

import java.util.stream.IntStream;
import org.slrm.internal.predict.MissingIndicators;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.selection.CandidateResult;
import org.slrm.internal.special.Normal;

/**
 * Whether missingness is related to the residuals of a candidate on held-out rows: for some
 * target and indicator g the sum Σ w e g is far from 0 relative to its standard deviation √Σ (w e
 * g)². It costs one pass; candidates with indicators cost fits with up to twice the features.
 */
final class MissingnessTest {
  private final TrainingData data;
  private final MissingIndicators indicators;

  MissingnessTest(TrainingData data, MissingIndicators indicators) {
    this.data = data;
    this.indicators = indicators;
  }

  boolean related(CandidateResult result) {
    int targets = data.y().columns();
    int count = indicators.count();
    double[] sum = new double[count * targets];
    double[] square = new double[count * targets];
    double[] g = new double[count];
    for (int i = 0; i < data.x().rows(); i++) {
      indicators.values(data.x().row(i).indices(), data.x().observed(i), g);
      for (int t = 0; t < targets; t++) {
        double gradient = data.kind(t).gradient(data.label(i, t), result.mean()[i * targets + t]);
        double e = Double.isNaN(gradient) ? 0 : data.weight(i) * gradient;
        for (int k = 0; k < count; k++) {
          sum[t * count + k] += e * g[k];
          square[t * count + k] += e * g[k] * e * g[k];
        }
      }
    }
    double limit = Normal.quantile(1 - AutoRules.SIGNIFICANCE / (2.0 * sum.length));
    return IntStream.range(0, sum.length)
        .filter(k -> square[k] > 0)
        .anyMatch(k -> Math.abs(sum[k]) / Math.sqrt(square[k]) > limit);
  }
}
