package org.slrm.paper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slrm.method.LabelKind;

/**
 * Labels of other kinds drawn from the paper's model, and the best possible predictions of them.
 */
class SimulatedLabelsTest {
  private static final Simulation SIMULATION =
      Simulation.builder().rows(20_000).features(20).rank(3).nonzeros(2).noiseX(0.5).build();

  @Test
  void classesOccurAsOftenAsTheBestPredictorSays() {
    Simulation.Sample eta = SIMULATION.train();
    Simulation.Sample drawn = eta.labelled(LabelKind.CLASSES, 1);
    Simulation.Bayes best = SIMULATION.truth().bayes(eta.x());
    for (int bin = 0; bin < 5; bin++) {
      double low = bin / 5.0;
      int[] rows =
          IntStream.range(0, 20_000)
              .filter(i -> best.probability(i) >= low && best.probability(i) < low + 0.2)
              .toArray();
      double said = IntStream.of(rows).mapToDouble(best::probability).average().orElseThrow();
      double share = IntStream.of(rows).mapToDouble(drawn::y).average().orElseThrow();
      assertEquals(said, share, 4 * Math.sqrt(0.25 / rows.length));
    }
  }

  @Test
  void countsHaveTheMeanAndTheVarianceTheyShould() {
    double[] same = new double[50_000];
    Arrays.fill(same, Math.log(3));
    for (double size : new double[] {Double.POSITIVE_INFINITY, 2, 0.5}) {
      double[] y = new DrawnLabels(same, 2).counts(size);
      double mean = Arrays.stream(y).average().orElseThrow();
      double variance = Arrays.stream(y).map(v -> (v - mean) * (v - mean)).average().orElseThrow();
      double expected = 3 + 9 / size;
      assertEquals(3, mean, 5 * Math.sqrt(expected / 50_000));
      assertEquals(expected, variance, 0.06 * expected);
      assertTrue(Arrays.stream(y).allMatch(v -> v >= 0 && v == Math.rint(v)));
    }
    Arrays.fill(same, Math.log(2000));
    double[] many = new DrawnLabels(same, 3).counts(Double.POSITIVE_INFINITY);
    assertEquals(2000, Arrays.stream(many).average().orElseThrow(), 2);
  }

  @Test
  void amountsAreExponentialsAndOneLabelOfTwentyIsGrosslyWrong() {
    Simulation.Sample eta = SIMULATION.train();
    Simulation.Sample amounts = eta.labelled(LabelKind.POSITIVE, 1);
    Simulation.Sample gross = eta.labelled(LabelKind.ROBUST, 1);
    long wrong = IntStream.range(0, 20_000).filter(i -> gross.y(i) != eta.y(i)).count();
    assertEquals(1000, wrong, 120);
    assertEquals(Math.exp(eta.y(7)), amounts.y(7));
    Simulation.Bayes best = SIMULATION.truth().bayes(eta.x());
    double said = IntStream.range(0, 20_000).mapToDouble(best::exponential).average().orElseThrow();
    double is = Arrays.stream(amounts.y()).average().orElseThrow();
    assertEquals(1, is / said, 0.25);
  }
}
