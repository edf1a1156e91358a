package org.slrm.internal.regression.family;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CompositeQuantilesTest {
  private static final int N = 4000;
  private final double[][] x = new double[N][1];
  private final double[] z = new double[N];
  private final double[] ones = new double[N];

  private void draw(double outlying) {
    SplittableRandom random = new SplittableRandom(7);
    Arrays.fill(ones, 1);
    for (int i = 0; i < N; i++) {
      x[i][0] = random.nextDouble();
      z[i] = 2 * x[i][0] + random.nextGaussian() + (random.nextDouble() < outlying ? 1000 : 0);
    }
  }

  private CompositeQuantiles.LinearQuantiles fit(double lambda) {
    return new CompositeQuantiles(new double[] {0.5, 0.9}, 0.1, lambda).fit(x, z, ones);
  }

  @Test
  void slopeAndLevelsAreFound() {
    draw(0);
    CompositeQuantiles.LinearQuantiles line = fit(0.01);
    assertEquals(2, line.slope()[0], 0.15);
    assertEquals(0, line.level()[0], 0.1);
    assertEquals(1.28, line.level()[1], 0.1);
  }

  @Test
  void aFewOutlyingRowsMoveLittle() {
    draw(0.01);
    CompositeQuantiles.LinearQuantiles line = fit(0.01);
    assertEquals(2, line.slope()[0], 0.2);
    assertEquals(1.28, line.level()[1], 0.15);
  }

  @Test
  void aRowOfWeightTwoIsTwoRows() {
    draw(0);
    double[] twice = ones.clone();
    Arrays.fill(twice, 0, 100, 2);
    double[][] more = Arrays.copyOf(x, N + 100);
    double[] labels = Arrays.copyOf(z, N + 100);
    System.arraycopy(x, 0, more, N, 100);
    System.arraycopy(z, 0, labels, N, 100);
    double[] each = new double[N + 100];
    Arrays.fill(each, 1);
    CompositeQuantiles quantiles = new CompositeQuantiles(new double[] {0.5, 0.9}, 0.1, 1);
    assertEquals(
        quantiles.fit(more, labels, each).slope()[0], quantiles.fit(x, z, twice).slope()[0], 1e-4);
  }

  @Test
  void noOtherLineHasLessLoss() {
    draw(0);
    CompositeQuantiles quantiles = new CompositeQuantiles(new double[] {0.5, 0.9}, 0.1, 0);
    CompositeQuantiles.LinearQuantiles line = quantiles.fit(x, z, ones);
    for (double step : new double[] {-0.05, 0.05}) {
      double[] slope = {line.slope()[0] + step};
      assertTrue(
          loss(quantiles, new CompositeQuantiles.LinearQuantiles(line.level(), slope))
              > loss(quantiles, line));
      double[] level = {line.level()[0], line.level()[1] + step};
      assertTrue(
          loss(quantiles, new CompositeQuantiles.LinearQuantiles(level, line.slope()))
              > loss(quantiles, line));
    }
  }

  private double loss(CompositeQuantiles quantiles, CompositeQuantiles.LinearQuantiles line) {
    double sum = 0;
    for (int i = 0; i < N; i++) {
      sum += quantiles.loss(line, x[i], z[i]);
    }
    return sum;
  }

  @Test
  void aLargePenaltyLeavesLevelsOnly() {
    draw(0);
    assertEquals(0, fit(1e6).slope()[0], 1e-2);
  }
}
