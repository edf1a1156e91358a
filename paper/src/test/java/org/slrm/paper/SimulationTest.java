package org.slrm.paper;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slrm.Simulated;
import org.slrm.data.ColumnStatistics;
import org.slrm.data.IncompleteMatrix;
import org.slrm.result.Metrics;

class SimulationTest {
  private static final Simulation SMALL = small();

  private static Simulation small() {
    return Simulated.table(200, 12, 4, 2).keep(0.6).noise(0.3).build();
  }

  @Test
  void sameSeedGivesTheSameBytesAndOtherDrawsOtherRows() {
    Simulation one = small();
    Simulation two = small();
    assertEquals(one.train().x(), two.train().x());
    assertArrayEquals(one.train().y(), two.train().y());
    assertArrayEquals(one.truth().basis(), two.truth().basis());
    assertNotEquals(one.train().x(), one.draw(200, 0.6, 2).x());
    assertEquals(one.validation(50).x(), one.draw(50, 0.6, 2).x());
  }

  @Test
  void aFurtherDataSetHasTheSameTruthAndRowsOfItsOwn() {
    Simulation second = SMALL.dataSet(1);
    assertArrayEquals(SMALL.truth().basis(), second.truth().basis());
    assertEquals(SMALL.train().x(), SMALL.dataSet(0).train().x());
    assertEquals(SMALL.draw(200, 0.6, 4).x(), second.train().x());
    assertEquals(SMALL.draw(50, 0.6, 5).x(), second.validation(50).x());
    assertEquals(SMALL.draw(50, 0.6, 6).x(), second.test(50).x());
  }

  @Test
  void theTruthHasTheShapeAskedFor() {
    Simulation.Truth truth = SMALL.truth();
    for (int k = 0; k < 4; k++) {
      for (int l = 0; l < 4; l++) {
        double dot = 0;
        for (int j = 0; j < 12; j++) {
          dot += truth.basis()[j * 4 + k] * truth.basis()[j * 4 + l];
        }
        assertEquals(k == l ? 1 : 0, dot, 1e-14);
      }
    }
    assertEquals(2, Arrays.stream(truth.coefficients()).filter(w -> w != 0).count());
    assertEquals(4, truth.state().arrays().get("basis").shape()[1]);
  }

  @Test
  void drawsHaveTheMomentsOfTheModel() {
    Simulation simulation =
        Simulation.builder()
            .features(6)
            .rank(3)
            .fallingScales(3, 0.6)
            .labelOnLast(1)
            .keep(0.5)
            .noiseX(0.2)
            .noiseY(0.4)
            .meanSpread(5)
            .intercept(7)
            .build();
    Simulation.Truth truth = simulation.truth();
    Simulation.Sample sample = simulation.draw(40_000, 0.5, 9);
    ColumnStatistics s = sample.x().statistics();
    for (int j = 0; j < 6; j++) {
      double variance = 0.04;
      for (int k = 0; k < 3; k++) {
        double load = truth.basis()[j * 3 + k] * truth.scales()[k];
        variance += load * load;
      }
      assertEquals(1, s.variance()[j] / variance, 0.05);
      assertEquals(truth.mean()[j], s.mean()[j], 0.1);
    }
    assertEquals(0.5, sample.x().missingShare(), 0.01);
    double[] seven = new double[sample.y().length];
    Arrays.fill(seven, 7);
    assertEquals(1, Metrics.mse(sample.y(), seven) / truth.labelVariance(), 0.05);
    assertEquals(0, truth.coefficients()[0]);
    assertEquals(0, truth.coefficients()[1]);
  }

  @Test
  void theBayesErrorIsTheErrorTheBayesPredictionsMake() {
    for (double noise : new double[] {1, 0.3, 1e-4}) {
      Simulation simulation =
          Simulation.builder().rank(20).features(30).keep(0.5).noise(noise).build();
      Simulation.Sample test = simulation.test(20_000);
      Simulation.Bayes bayes = simulation.truth().bayes(test.x());
      double mse = Metrics.mse(test.y(), bayes.mean());
      double error = Metrics.mseStandardError(test.y(), bayes.mean());
      assertEquals(bayes.expectedError(), mse, 4 * error);
    }
  }

  @Test
  void bothWaysToSolveAgreeWhereTheyMeet() {
    IncompleteMatrix x = SMALL.test(50).x();
    Simulation.Truth t = SMALL.truth();
    Simulation.Bayes above = truth(t, 1.0001e-3).bayes(x);
    Simulation.Bayes below = truth(t, 0.9999e-3).bayes(x);
    for (int i = 0; i < 50; i++) {
      assertEquals(above.mean()[i], below.mean()[i], 1e-3 * (1 + Math.abs(above.mean()[i])));
      assertEquals(above.variance()[i], below.variance()[i], 1e-3 * below.variance()[i]);
    }
  }

  @Test
  void withoutNoiseWhatIsDeterminedIsExactAndTheRestKeepsItsPrior() {
    Simulation simulation = Simulation.builder().features(12).rank(4).nonzeros(2).keep(0.6).build();
    Simulation.Sample test = simulation.test(300);
    Simulation.Bayes bayes = simulation.truth().bayes(test.x());
    for (int i = 0; i < 300; i++) {
      if (test.x().observed(i) >= 4) {
        assertEquals(test.y(i), bayes.mean()[i], 1e-8);
        assertEquals(0, bayes.variance()[i]);
      } else {
        assertTrue(bayes.variance()[i] > 0);
      }
    }
    IncompleteMatrix nothing =
        IncompleteMatrix.ofTriplets(1, 12, new int[0], new int[0], new double[0]);
    Simulation.Bayes prior = simulation.truth().bayes(nothing);
    assertEquals(simulation.truth().labelVariance(), prior.expectedError(), 1e-14);
    assertEquals(0, prior.mean()[0]);
  }

  @Test
  void badSettingsAreRefusedWithNameRuleAndValue() {
    assertMessage("rank must be between 1 and 100, got 101", b -> b.rank(101));
    assertMessage("nonzeros must be between 0 and 30, got 31", b -> b.nonzeros(31));
    assertMessage("keep must be between 0 and 1, got 1.5", b -> b.keep(1.5));
    assertMessage("noiseX must be finite and at least 0, got -1.0", b -> b.noiseX(-1));
    assertMessage("number of scales must equal rank (30), got 2", b -> b.scales(1, 2));
    assertMessage("label direction must be between 0 and 29, got 30", b -> b.labelDirections(30));
    assertMessage("labelDirections must be distinct, got [1, 1]", b -> b.labelDirections(1, 1));
  }

  private static void assertMessage(
      String message, java.util.function.UnaryOperator<Simulation.Builder> setting) {
    var builder = setting.apply(Simulation.builder());
    var e = assertThrows(IllegalArgumentException.class, builder::build);
    assertEquals(message, e.getMessage());
  }

  private static Simulation.Truth truth(Simulation.Truth t, double noiseX) {
    return new Simulation.Truth(
        t.basis(), t.scales(), t.coefficients(), t.mean(), t.intercept(), noiseX, t.noiseY());
  }

  private static Simulation.Builder several() {
    return Simulation.builder().rows(60).features(10).rank(2).nonzeros(2).noise(0.2);
  }

  /** The error that is expected is the error that comes out. */
  @Test
  void theBestPredictorOfAUnionErrsAsItExpectsTo() {
    Simulation simulation = several().subspaces(3).keep(0.6).build();
    Simulation.Sample test = simulation.test(20_000);
    Simulation.Bayes bayes = simulation.union().bayes(test.x());
    double error = Metrics.mse(test.y(), bayes.mean());
    assertEquals(bayes.expectedError(), error, 0.05 * error);
    for (Simulation.Truth one : simulation.union().subspaces()) {
      assertTrue(Metrics.mse(test.y(), one.bayes(test.x()).mean()) > 1.5 * error);
    }
  }

  @Test
  void equalSubspacesAreOne() {
    Simulation.Truth truth = several().build().truth();
    IncompleteMatrix x = several().build().train().x();
    Simulation.Bayes one = truth.bayes(x);
    Simulation.Bayes twice = new Simulation.Union(List.of(truth, truth)).bayes(x);
    assertArrayEquals(one.mean(), twice.mean(), 1e-9);
    assertArrayEquals(one.variance(), twice.variance(), 1e-9);
  }

  @Test
  void severalSubspacesNeedNoise() {
    var refusal =
        assertThrows(IllegalArgumentException.class, () -> several().subspaces(2).noise(0).build());
    assertEquals(
        "noiseX of several subspaces must be finite and above 0, got 0.0", refusal.getMessage());
  }
}
