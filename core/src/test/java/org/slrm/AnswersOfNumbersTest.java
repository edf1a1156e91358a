package org.slrm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.slrm.data.IncompleteMatrix;
import org.slrm.method.LikelihoodConfig;
import org.slrm.result.Prediction;
import org.slrm.result.Predictions;

/** Intervals, quantiles and limits of numbers whose errors grow with the prediction. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AnswersOfNumbersTest {
  private static final int TRAIN = 3000;
  private static final int TEST = 10_000;
  private static final int D = 8;

  private final double[][] x = new double[TRAIN + TEST][D];
  private final double[] y = new double[TRAIN + TEST];
  private SlrmModel model;
  private IncompleteMatrix test;

  @BeforeAll
  void fit() {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < y.length; i++) {
      double a = random.nextGaussian();
      double b = random.nextGaussian();
      for (int j = 0; j < D; j++) {
        double v = Math.cos(j) * a + Math.sin(j) * b + 0.3 * random.nextGaussian();
        x[i][j] = random.nextDouble() < 0.3 ? Double.NaN : v;
      }
      double eta = 2 + a - 0.5 * b;
      y[i] = eta + Math.exp(0.5 * (eta - 2) - 0.7) * (-Math.log(random.nextDouble()) - 1);
    }
    IncompleteMatrix all = IncompleteMatrix.ofNaN(x);
    int[] in = IntStream.range(0, TRAIN).toArray();
    test = all.selectRows(IntStream.range(TRAIN, TRAIN + TEST).toArray());
    model =
        Slrm.with(LikelihoodConfig.defaults().withRank(2))
            .threads(2)
            .fit(all.selectRows(in), IntStream.of(in).mapToDouble(i -> y[i]).toArray());
  }

  @Test
  void intervalsHoldTheirShareInEveryFifthOfThePrediction() {
    Predictions p = model.predict(test, 0.9, 2);
    int[] order =
        IntStream.range(0, TEST)
            .boxed()
            .sorted(java.util.Comparator.comparingDouble(i -> p.mean(i, 0)))
            .mapToInt(i -> i)
            .toArray();
    for (int fifth = 0; fifth < 5; fifth++) {
      int from = fifth * TEST / 5;
      double share =
          IntStream.range(from, from + TEST / 5)
                  .map(k -> order[k])
                  .filter(i -> y[TRAIN + i] >= p.lower(i, 0) && y[TRAIN + i] <= p.upper(i, 0))
                  .count()
              / (TEST / 5.0);
      assertTrue(share > 0.87 && share < 0.93, "fifth " + fifth + ": " + share);
    }
  }

  @Test
  void asManyLabelsAreBelowAQuantileAsItSays() {
    double[] probability = {0.05, 0.1, 0.5, 0.9, 0.95};
    Predictions p = model.predict(test, 0.9, probability, 2);
    assertArrayEquals(probability, p.quantileProbabilities());
    for (int k = 0; k < probability.length; k++) {
      int at = k;
      double below =
          IntStream.range(0, TEST).filter(i -> y[TRAIN + i] <= p.quantile(i, 0, at)).count()
              / (double) TEST;
      assertEquals(probability[k], below, 0.03);
    }
    Prediction one = model.predict(test.row(3));
    assertEquals(p.quantile(3, 0, 3), one.quantile(0.9), 1e-12);
    assertTrue(one.quantile(0.1) < one.quantile(0.5) && one.quantile(0.5) < one.quantile(0.9));
  }

  @Test
  void answersStayBetweenTheLimits() {
    SlrmModel limited = model.within(0, 1, 3);
    Predictions free = model.predict(test, 0.9, new double[] {0.1}, 1);
    Predictions p = limited.predict(test, 0.9, new double[] {0.1}, 1);
    for (int i = 0; i < TEST; i++) {
      assertEquals(Math.max(1, Math.min(3, free.mean(i, 0))), p.mean(i, 0));
      assertTrue(p.lower(i, 0) >= 1 && p.upper(i, 0) <= 3 && p.quantile(i, 0, 0) >= 1);
    }
    SlrmModel again = SlrmModel.of(limited.state());
    assertArrayEquals(p.upper(), again.predict(test, 0.9, 1).upper());
    SlrmModel.Explanation explained = limited.explain(test.row(0));
    assertEquals(free.mean(0, 0), explained.mean(), 1e-9, "explanations add up before limits");
  }

  @Test
  void limitsThatLeaveNothingAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> model.within(0, 3, 3));
  }
}
