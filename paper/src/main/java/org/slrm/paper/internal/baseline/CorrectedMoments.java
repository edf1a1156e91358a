package org.slrm.paper.internal.baseline;

import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.linalg.Decompositions;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.regression.MeanImputed;
import org.slrm.internal.run.TrainingData;

/**
 * Second moments corrected for missing entries (W-1): each is divided by the fraction of rows where
 * both entries are observed. A pair never observed together counts as uncorrelated. Rows are
 * weighted.
 *
 * <pre>Γ̂_jk = Σ_{i: j,k ∈ Ω_i} x_ij x_ik / n_jk,   γ̂_j = Σ_{i: j ∈ Ω_i} x_ij (y_i − ȳ) / n_j
 * </pre>
 *
 * @param mean means of the features over their observed entries
 * @param gamma Γ̂, row-major features × features
 * @param cross γ̂, targets × features
 * @param label means of the labels
 */
record CorrectedMoments(double[] mean, double[] gamma, double[] cross, double[] label) {
  private static final int POWER_STEPS = 200;

  /** Least noise of every feature, as a fraction of its variance. */
  private static final double MIN_NOISE = 1e-4;

  static CorrectedMoments of(TrainingData data) {
    double[] mean = MeanImputed.of(data).mean();
    double[] label = labelMeans(data);
    double[] gamma = pairs(data, mean);
    return new CorrectedMoments(mean, gamma, cross(data, mean, label), label);
  }

  private static double[] labelMeans(TrainingData data) {
    double[] mean = data.y().statistics(data.weights()).mean();
    for (int t = 0; t < mean.length; t++) {
      mean[t] = Double.isNaN(mean[t]) ? 0 : mean[t];
    }
    return mean;
  }

  private static double[] pairs(TrainingData data, double[] mean) {
    IncompleteMatrix x = data.x();
    int D = mean.length;
    double[] sum = new double[Packed.length(D)];
    double[] count = new double[sum.length];
    for (int i = 0; i < x.rows(); i++) {
      for (int a = x.rowStart(i); a < x.rowStart(i + 1); a++) {
        double v = x.value(a) - mean[x.column(a)];
        int at = Packed.at(x.column(a), 0);
        for (int b = x.rowStart(i); b <= a; b++) {
          sum[at + x.column(b)] += data.weight(i) * (v * (x.value(b) - mean[x.column(b)]));
          count[at + x.column(b)] += data.weight(i);
        }
      }
    }
    for (int k = 0; k < sum.length; k++) {
      sum[k] = count[k] > 0 ? sum[k] / count[k] : 0;
    }
    double[] full = new double[D * D];
    Packed.unpack(sum, 0, full, D);
    return full;
  }

  private static double[] cross(TrainingData data, double[] mean, double[] label) {
    IncompleteMatrix x = data.x();
    int D = mean.length;
    double[] out = new double[label.length * D];
    for (int t = 0; t < label.length; t++) {
      double[] count = new double[D];
      for (int i = 0; i < x.rows(); i++) {
        double y = data.label(i, t) - label[t];
        for (int k = x.rowStart(i); !Double.isNaN(y) && k < x.rowStart(i + 1); k++) {
          out[t * D + x.column(k)] += data.weight(i) * (y * (x.value(k) - mean[x.column(k)]));
          count[x.column(k)] += data.weight(i);
        }
      }
      for (int j = 0; j < D; j++) {
        out[t * D + j] /= count[j] > 0 ? count[j] : 1;
      }
    }
    return out;
  }

  int features() {
    return mean.length;
  }

  /** γ̂ of a target. */
  double[] cross(int t) {
    return java.util.Arrays.copyOfRange(cross, t * features(), (t + 1) * features());
  }

  /** The largest absolute eigenvalue of Γ̂, by power iteration, with a margin. */
  double curvature() {
    int D = features();
    double[] v = new double[D];
    for (int j = 0; j < D; j++) {
      v[j] = 1 + 0.1 * (j % 7);
    }
    double size = 0;
    for (int step = 0; step < POWER_STEPS; step++) {
      double[] next = new double[D];
      for (int j = 0; j < D; j++) {
        next[j] = Vectors.dot(gamma, j * D, v, 0, D);
      }
      double before = size;
      size = Math.sqrt(Vectors.dot(next, 0, next, 0, D));
      for (int j = 0; j < D; j++) {
        v[j] = size > 0 ? next[j] / size : 0;
      }
      if (Math.abs(size - before) < 1e-4 * size) {
        break;
      }
    }
    return Math.max(1.05 * size, 1e-12);
  }

  /**
   * Γ̂ as VVᵀ + Ψ (W-3): V from the eigenvalues larger than the absolute value of the most negative
   * one, which is noise; Ψ is the remaining variance of each feature.
   */
  Factors factors() {
    int D = features();
    Decompositions.Eigen eigen = Decompositions.symmetric(gamma, D);
    double noise = Math.max(1e-10, -eigen.values()[D - 1]);
    int d = 1;
    while (d < D && eigen.values()[d] > noise) {
      d++;
    }
    double[] V = new double[D * d];
    double[] psi = new double[D];
    for (int j = 0; j < D; j++) {
      double left = gamma[j * D + j];
      for (int k = 0; k < d; k++) {
        V[j * d + k] = Math.sqrt(Math.max(0, eigen.values()[k])) * eigen.vectors()[j * D + k];
        left -= V[j * d + k] * V[j * d + k];
      }
      psi[j] = leastNoise(left, gamma[j * D + j]);
    }
    return new Factors(d, mean, V, psi);
  }

  /** Uncorrelated features, so that a missing entry is imputed by the mean. */
  Factors independent() {
    int D = features();
    double[] psi = new double[D];
    for (int j = 0; j < D; j++) {
      psi[j] = leastNoise(gamma[j * D + j], gamma[j * D + j]);
    }
    return new Factors(1, mean, new double[D], psi);
  }

  private static double leastNoise(double left, double variance) {
    return Math.max(left, variance > 0 ? MIN_NOISE * variance : 1);
  }
}
