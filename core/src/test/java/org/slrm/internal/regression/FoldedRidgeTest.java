package org.slrm.internal.regression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.regression.family.LabelChoice;
import org.slrm.internal.run.RowUnits;
import org.slrm.internal.run.TrainingData;

/** Penalties of rows that belong together. */
class FoldedRidgeTest {
  private static final int EACH = 6;

  /** Subjects whose features and noise are nearly the same at every visit. */
  private static TrainingData visits(int subjects, int p, long seed, boolean together) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = subjects * EACH;
    double[][] x = new double[n][p];
    double[] y = new double[n];
    int[] group = new int[n];
    for (int s = 0; s < subjects; s++) {
      double[] own = random.doubles(p, -2, 2).toArray();
      double noise = 2 * random.nextGaussian();
      for (int v = 0; v < EACH; v++) {
        int i = s * EACH + v;
        group[i] = s;
        Arrays.setAll(x[i], j -> own[j] + 0.05 * random.nextGaussian());
        y[i] = x[i][0] + noise + 0.05 * random.nextGaussian();
      }
    }
    IncompleteMatrix features = IncompleteMatrix.ofNaN(x);
    TrainingData data = new TrainingData(features, IncompleteMatrix.ofColumn(y));
    return together
        ? new TrainingData(data.x(), data.y(), data.weights(), data.kinds(), RowUnits.groups(group))
        : data;
  }

  private static FoldedProblem.Design design(TrainingData data) {
    double[][] dense = data.x().toNaN();
    return new FoldedProblem.Design() {
      @Override
      public int columns() {
        return data.x().columns();
      }

      @Override
      public double[] rows(int[] indices) {
        return IntStream.of(indices)
            .mapToObj(i -> dense[i])
            .flatMapToDouble(Arrays::stream)
            .toArray();
      }
    };
  }

  private static double error(PenaltyChoice c, TrainingData test) {
    double sum = 0;
    for (int i = 0; i < test.x().rows(); i++) {
      double fit = c.intercept();
      for (int j = 0; j < c.w().length; j++) {
        fit += c.w()[j] * test.x().valueAt(i, j);
      }
      sum += Math.pow(test.label(i, 0) - fit, 2);
    }
    return sum / test.x().rows();
  }

  @ParameterizedTest
  @CsvSource({"60, 40", "80, 30", "20, 200"})
  void newSubjectsArePredictedBetterByFoldsOfSubjects(int subjects, int p) {
    TrainingData alone = visits(subjects, p, 3, false);
    TrainingData together = visits(subjects, p, 3, true);
    TrainingData others = visits(300, p, 4, false);
    PenaltyChoice single = LabelChoice.ridge(design(alone), alone, 0);
    PenaltyChoice folded = LabelChoice.ridge(design(together), together, 0);
    assertTrue(error(folded, others) < 1.05 * error(single, others));
    // What is promised is what comes; leaving out single rows promises far less.
    assertTrue(single.error() < 0.7 * error(single, others));
    assertEquals(1, folded.error() / error(folded, others), 0.5);
  }

  @ParameterizedTest
  @CsvSource({"8, 5", "5, 60"})
  void theCoefficientsAreThoseOfTheRidgeWithThatPenalty(int subjects, int p) {
    TrainingData data = visits(subjects, p, 5, true);
    PenaltyChoice found = FoldedRidge.of(design(data), data, 0);
    int n = data.x().rows();
    double[] mean = new double[p];
    double label = 0;
    for (int i = 0; i < n; i++) {
      label += data.label(i, 0) / n;
      for (int j = 0; j < p; j++) {
        mean[j] += data.x().valueAt(i, j) / n;
      }
    }
    // (XᵀX + nλ3 I) w = Xᵀy
    double[] normal = new double[p];
    double[] other = new double[p];
    for (int i = 0; i < n; i++) {
      double fit = 0;
      for (int j = 0; j < p; j++) {
        fit += (data.x().valueAt(i, j) - mean[j]) * found.w()[j];
      }
      for (int j = 0; j < p; j++) {
        double z = data.x().valueAt(i, j) - mean[j];
        normal[j] += z * (data.label(i, 0) - label);
        other[j] += z * fit;
      }
    }
    for (int j = 0; j < p; j++) {
      other[j] += n * found.l2() * found.w()[j];
    }
    assertArrayEquals(normal, other, 1e-7 * n);
  }
}
