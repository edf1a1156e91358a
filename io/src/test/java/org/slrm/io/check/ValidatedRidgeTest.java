package org.slrm.io.check;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;

class ValidatedRidgeTest {
  private static final int N = 60;

  private static double[][] features() {
    SplittableRandom random = new SplittableRandom(3);
    IncompleteMatrix.Builder x = IncompleteMatrix.builder(3);
    for (int i = 0; i < N; i++) {
      double a = random.nextGaussian();
      x.addNaN(a, i % 4 == 0 ? Double.NaN : a + random.nextGaussian(), 7);
    }
    return ValidatedRidge.standardised(x.build());
  }

  private static double[] labels(double[][] x) {
    SplittableRandom random = new SplittableRandom(4);
    return Arrays.stream(x).mapToDouble(r -> 5 + 2 * r[1] - r[2] + random.nextGaussian()).toArray();
  }

  /** The gradient of Σ (y − a − xβ)² + penalty · n ‖β‖² over the rows of a fit, at the solution. */
  @Test
  void heldOutRowsArePredictedByARidgeFitToTheOthers() {
    double[][] x = features();
    double[] y = labels(x);
    RowFolds folds = RowFolds.random(N);
    double[] found = new ValidatedRidge(x, folds).heldOut(y, 0.1);
    for (int f = 0; f < 5; f++) {
      double[] beta = slowly(x, y, folds, f);
      for (int i = 0; i < N; i++) {
        if (folds.fold()[i] == f) {
          assertEquals(beta[0] + beta[1] * x[i][1] + beta[2] * x[i][2], found[i], 1e-9);
        }
      }
    }
  }

  /** Coordinate descent until convergence. */
  private static double[] slowly(double[][] x, double[] y, RowFolds folds, int f) {
    int[] rows = IntStream.range(0, N).filter(i -> folds.fold()[i] != f).toArray();
    double[] beta = new double[3];
    for (int sweep = 0; sweep < 2000; sweep++) {
      for (int j = 0; j < 3; j++) {
        double xy = 0;
        double xx = j == 0 ? 0 : 0.1 * rows.length;
        for (int i : rows) {
          double others = 0;
          for (int k = 0; k < 3; k++) {
            others += k == j ? 0 : beta[k] * x[i][k];
          }
          xy += x[i][j] * (y[i] - others);
          xx += x[i][j] * x[i][j];
        }
        beta[j] = xy / xx;
      }
    }
    return beta;
  }

  @Test
  void missingAndConstantFeaturesAreZero() {
    double[][] x = features();
    assertEquals(0, x[4][2]);
    assertEquals(0, x[5][3]);
    assertEquals(1, x[5][0]);
  }

  @Test
  void laterRowsArePredictedByFitsToEarlierRows() {
    double[][] x = features();
    double[] y = labels(x);
    RowFolds folds = RowFolds.times(IntStream.range(0, N).asDoubleStream().toArray());
    double[] found = new ValidatedRidge(x, folds).heldOut(y, 0.1);
    assertTrue(IntStream.range(0, 24).allMatch(i -> Double.isNaN(found[i])));
    assertTrue(IntStream.range(24, N).noneMatch(i -> Double.isNaN(found[i])));
    double[] other = y.clone();
    Arrays.fill(other, 50, N, 1000);
    double[] again = new ValidatedRidge(x, folds).heldOut(other, 0.1);
    assertArrayEquals(Arrays.copyOf(found, 38), Arrays.copyOf(again, 38), 1e-6);
  }

  @Test
  void groupsAndTimesAreNotDividedAndTheEarliestRowsAreFitted() {
    int[] group = IntStream.range(0, N).map(i -> i % 7).toArray();
    int[] fold = RowFolds.groups(group).fold();
    assertTrue(IntStream.range(7, N).allMatch(i -> fold[i] == fold[i - 7]));
    assertTrue(IntStream.of(fold).distinct().count() > 3);
    RowFolds two = RowFolds.times(IntStream.range(0, N).mapToDouble(i -> i < 50 ? 1 : 2).toArray());
    assertEquals(0, two.fold()[0]);
    assertTrue(two.fold()[55] > 0);
  }
}
