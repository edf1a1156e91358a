package org.slrm.internal.selection;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.slrm.internal.label.Gaussian;
import org.slrm.internal.label.Label;
import org.slrm.internal.label.Logistic;

class StackingProblemTest {
  private static StackingProblem problem(Label label, double[] y, double[][] eta) {
    StackingProblem problem = new StackingProblem(eta[0].length);
    for (int i = 0; i < y.length; i++) {
      double[] row = eta[i];
      problem.addRow(1);
      problem.add(label, y[i], 1, a -> row[a]);
    }
    return problem;
  }

  @Test
  void withManyRowsWeightsOfNumbersAreThoseOfLeastSquares() {
    Random random = new Random(1);
    int n = 200_000;
    double[] y = new double[n];
    double[][] eta = new double[n][2];
    for (int i = 0; i < n; i++) {
      double a = random.nextGaussian();
      double b = random.nextGaussian();
      y[i] = 0.3 * a + 0.7 * b + 0.1 * random.nextGaussian();
      eta[i] = new double[] {a, b};
    }
    assertArrayEquals(new double[] {0.3, 0.7}, problem(Gaussian.LABEL, y, eta).weights(), 3e-3);
  }

  @Test
  void aPredictionThatIsWrongWithCertaintyDoesNotKeepEqualWeights() {
    Random random = new Random(2);
    int n = 1000;
    double[] y = new double[n];
    double[][] eta = new double[n][3];
    for (int i = 0; i < n; i++) {
      y[i] = random.nextInt(2);
      double sign = 2 * y[i] - 1;
      eta[i] = new double[] {3 * sign + random.nextGaussian(), sign, 0.1 * random.nextGaussian()};
    }
    Arrays.fill(eta[0], -30 * (2 * y[0] - 1));
    double[] v = problem(Logistic.LABEL, y, eta).weights();
    assertTrue(v[0] > 0.95, Arrays.toString(v));
    assertEquals(1, Arrays.stream(v).sum(), 1e-12);
  }
}
