package org.slrm.paper.internal.dictionary;

import org.slrm.internal.linalg.Vectors;
import org.slrm.internal.regression.LabelNoise;
import org.slrm.internal.run.TrainingData;
import org.slrm.internal.run.Workers;

/**
 * Makes the predictor from a dictionary and regressors on its codes, with variances estimated on
 * the training rows (Z-7). Noise of a feature: squared residuals of the codes, divided by the
 * remaining degrees of freedom of each row, 1 − |Λ|/m, at least a tenth. Prior variance of a code's
 * entry: its mean square. Label noise: the held-out error minus the part due to features.
 */
final class DictionaryMembers {
  private static final double MIN_FREEDOM = 0.1;
  private static final double MIN_NOISE = 1e-6;

  private DictionaryMembers() {}

  /**
   * The member.
   *
   * @param errors of each target on held-out rows
   */
  static DictionaryMember member(
      LearnedDictionary learned, double[] errors, TrainingData data, Workers workers) {
    Dictionary dictionary = learned.dictionary();
    CodeRegressors regressors = learned.regressors();
    SparseCodes codes = SparseCodes.of(dictionary, data.x(), workers);
    double[] noise = noise(dictionary, codes, data);
    double[] spread = spread(codes, data);
    double[] none = new double[errors.length];
    DictionaryMember bare =
        new DictionaryMember(dictionary, regressors.w(), regressors.b(), noise, spread, none);
    double[] tau = LabelNoise.of(bare, data, errors);
    return new DictionaryMember(dictionary, regressors.w(), regressors.b(), noise, spread, tau);
  }

  private static double[] noise(Dictionary dictionary, SparseCodes codes, TrainingData data) {
    int K = dictionary.atoms();
    double[] sum = new double[dictionary.features()];
    double[] freedom = new double[sum.length];
    for (int i = 0; i < data.x().rows(); i++) {
      int m = data.x().observed(i);
      double left = Math.max(MIN_FREEDOM, 1 - (double) codes.sizes()[i] / m);
      for (int k = data.x().rowStart(i); k < data.x().rowStart(i + 1); k++) {
        int j = data.x().column(k);
        double fitted = Vectors.dot(dictionary.D(), j * K, codes.codes().codes(), i * K, K);
        double r = data.x().value(k) - fitted;
        sum[j] += data.weight(i) * r * r;
        freedom[j] += data.weight(i) * left;
      }
    }
    for (int j = 0; j < sum.length; j++) {
      sum[j] = freedom[j] > 0 ? Math.max(MIN_NOISE, sum[j] / freedom[j]) : 1;
    }
    return sum;
  }

  private static double[] spread(SparseCodes codes, TrainingData data) {
    int K = codes.codes().rank();
    double[] out = new double[K];
    double total = 0;
    for (int i = 0; i < data.x().rows(); i++) {
      total += data.weight(i);
      for (int k = 0; k < K; k++) {
        double a = codes.codes().codes()[i * K + k];
        out[k] += data.weight(i) * a * a;
      }
    }
    for (int k = 0; k < K; k++) {
      out[k] /= total;
    }
    return out;
  }
}
