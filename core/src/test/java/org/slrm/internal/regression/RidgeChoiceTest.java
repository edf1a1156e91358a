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
import org.slrm.internal.run.TrainingData;

class RidgeChoiceTest {
  private final SplittableRandom random = new SplittableRandom(2);

  /**
   * More rows than features, fewer, fewer until they are repeated, and too many for an
   * eigenproblem.
   */
  @ParameterizedTest
  @CsvSource({"60, 4", "12, 30", "30, 40", "1001, 151"})
  void aRowOfWeightTwoIsAsGoodAsTwoRows(int n, int p) {
    TrainingData once = rows(n, p);
    double[] weights = new double[n];
    Arrays.setAll(weights, i -> 1 + i % 3);
    int[] repeated =
        IntStream.range(0, n).flatMap(i -> IntStream.range(0, 1 + i % 3).map(r -> i)).toArray();
    PenaltyChoice weighted = chosen(new TrainingData(once.x(), once.y(), weights));
    PenaltyChoice twice = chosen(once.rows(repeated));
    assertArrayEquals(twice.w(), weighted.w(), 1e-8);
    assertEquals(twice.intercept(), weighted.intercept(), 1e-8);
    assertEquals(twice.error(), weighted.error(), 1e-8);
    assertEquals(twice.l2(), weighted.l2(), 1e-8);
  }

  @ParameterizedTest
  @CsvSource({"60, 4", "12, 30"})
  void aRowThatHardlyCountsHardlyMatters(int n, int p) {
    TrainingData some = rows(n, p);
    double[] weights = new double[n];
    Arrays.setAll(weights, i -> i == 5 ? 1e-12 : 1);
    int[] others = IntStream.range(0, n).filter(i -> i != 5).toArray();
    PenaltyChoice almost = chosen(new TrainingData(some.x(), some.y(), weights));
    PenaltyChoice without = chosen(some.rows(others));
    assertArrayEquals(without.w(), almost.w(), 1e-6);
    assertEquals(without.error(), almost.error(), 1e-6);
    assertTrue(Double.isFinite(almost.error()));
  }

  private TrainingData rows(int n, int p) {
    double[][] x = new double[n][p];
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < p; j++) {
        x[i][j] = random.nextGaussian() + 1;
        y[i] += j < 4 ? x[i][j] : 0;
      }
      y[i] += random.nextGaussian();
    }
    return new TrainingData(IncompleteMatrix.ofNaN(x), IncompleteMatrix.ofColumn(y));
  }

  private static PenaltyChoice chosen(TrainingData data) {
    int p = data.x().columns();
    double[][] dense = data.x().toNaN();
    return RidgeChoice.of(
        new FoldedProblem.Design() {
          @Override
          public int columns() {
            return p;
          }

          @Override
          public double[] rows(int[] indices) {
            return IntStream.of(indices)
                .mapToObj(i -> dense[i])
                .flatMapToDouble(Arrays::stream)
                .toArray();
          }
        },
        data,
        0);
  }
}
