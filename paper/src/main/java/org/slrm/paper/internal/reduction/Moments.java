package org.slrm.paper.internal.reduction;

import java.util.Arrays;
import java.util.List;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.run.TrainingData;

/**
 * Mean and covariance of inputs over some rows.
 *
 * @param weight weight of the rows
 * @param mean q numbers
 * @param covariance row-major q×q
 */
record Moments(double weight, double[] mean, double[] covariance) {
  /**
   * Moments of rows with missing entries (I-3): of the conditional means û plus the conditional
   * covariances.
   */
  static Moments of(Expectation expected, int q, TrainingData data, int[] rows) {
    double weight = Arrays.stream(rows).mapToDouble(data::weight).sum();
    double[] mean = new double[q];
    double[] outer = new double[Packed.length(q)];
    double[] u = new double[q];
    for (int i : rows) {
      double w = data.weight(i) / weight;
      Expectation.MissingInputs of = expected.row(i, u);
      Vectors.add(mean, 0, w, u, 0, q);
      Packed.addOuter(outer, 0, w, u, 0, q);
      int[] missing = of.indices();
      double[] C = of.covariance();
      for (int a = 0; a < missing.length; a++) {
        for (int b = 0; b <= a; b++) {
          outer[Packed.at(missing[a], missing[b])] += w * C[a * missing.length + b];
        }
      }
    }
    Packed.addOuter(outer, 0, -1, mean, 0, q);
    double[] covariance = new double[q * q];
    Packed.unpack(outer, 0, covariance, q);
    return new Moments(weight, mean, covariance);
  }

  /** Moments of the rows of all parts: within them plus between their means. */
  static Moments of(List<Moments> parts) {
    int q = parts.get(0).mean.length;
    Moments within = within(parts);
    double[] covariance = within.covariance.clone();
    for (Moments m : parts) {
      double share = m.weight / within.weight;
      for (int j = 0; j < q; j++) {
        for (int l = 0; l < q; l++) {
          double between = (m.mean[j] - within.mean[j]) * (m.mean[l] - within.mean[l]);
          covariance[j * q + l] += share * between;
        }
      }
    }
    return new Moments(within.weight, within.mean, covariance);
  }

  /** Covariance within the parts alone. */
  static Moments within(List<Moments> parts) {
    int q = parts.get(0).mean.length;
    double weight = parts.stream().mapToDouble(Moments::weight).sum();
    double[] mean = new double[q];
    double[] covariance = new double[q * q];
    for (Moments m : parts) {
      Vectors.add(mean, 0, m.weight / weight, m.mean, 0, q);
      Vectors.add(covariance, 0, m.weight / weight, m.covariance, 0, q * q);
    }
    return new Moments(weight, mean, covariance);
  }

  /** The covariance pooled with this many pseudo-rows of another one. */
  double[] towards(double[] other, double rows) {
    double[] out = new double[covariance.length];
    Arrays.setAll(out, e -> (weight * covariance[e] + rows * other[e]) / (weight + rows));
    return out;
  }
}
