package org.slrm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.slrm.method.MpcrConfig;
import org.slrm.method.PcrConfig;
import org.slrm.result.Metrics;

class RiskBoundTest {
  private final Simulation.Sample rows =
      Simulated.table(120, 12, 2, 1).keep(0.8).noise(0.2).seed(3).build().train();
  private final SlrmModel model =
      Slrm.with(MpcrConfig.defaults().withRank(2).withL1(0.01)).folds(0).fit(rows.x(), rows.y());
  private final RiskBound bound = RiskBound.of(model, rows.x(), rows.y(), 0.05);

  @Test
  void termsAreThoseOfTheoremOne() {
    double unit = Math.pow(model.targetScaling().scale(0), 2);
    double risk = bound.empiricalRisk() / unit;
    double n = 120;
    double m = bound.observed();
    double c =
        (m / n + 1 / Math.sqrt(n)) * 12 * bound.coefficientNorm() * bound.largestFeature() / 0.001;
    assertEquals(
        (Math.sqrt(risk) * c + Math.pow(Math.log(n), 3) * c * c) * unit,
        bound.complexityTerm(),
        1e-9 * bound.complexityTerm());
    double b = 2 * Math.pow(bound.largestLabel() + 12 * bound.coefficientNorm() / (m * 0.001), 2);
    double s2 = b * Math.log(1 / 0.05) / n;
    assertEquals(
        (Math.sqrt(risk * s2) + s2) * unit, bound.confidenceTerm(), 1e-9 * bound.confidenceTerm());
    double mse = Metrics.mse(rows.y(), model.predictAll(rows.x()).mean());
    assertEquals(mse, bound.empiricalRisk(), 1e-9 * mse);
  }

  @Test
  void coherenceLiesBetweenOneAndItsLargestValue() {
    assertTrue(bound.coherence() >= 1 - 1e-12);
    assertTrue(bound.coherence() <= 6 + 1e-12);
  }

  @Test
  void vacuousBoundAndMissingAdviceAreSaid() {
    assertTrue(bound.vacuous());
    assertTrue(bound.toString().contains("vacuous: for K = 1 it exceeds the variance of y"));
    assertTrue(bound.theoreticalGate() >= 1);
    assertTrue(bound.advisedGate().isEmpty());
    assertTrue(bound.toString().contains("no advice for the gate"));
  }

  @Test
  void incoherentSubspaceOfManyFeaturesGetsAdvice() {
    RiskBound wide = new RiskBound(10_000, 2, 100, 9_000, 0.5, 0.05, 1, 1, 1, 1, 0.1, 1, 0.2, 0.1);
    assertEquals(Math.sqrt(16 * Math.log(80) / 27_000), wide.advisedGate().orElseThrow(), 1e-12);
    assertFalse(wide.vacuous());
    assertEquals(0.1 + 2 * 0.3, wide.bound(2), 1e-12);
  }

  @Test
  void methodsWithoutAGateAreRefused() {
    SlrmModel pcr =
        Slrm.with(PcrConfig.defaults().withRank(2).withL1(0)).folds(0).fit(rows.x(), rows.y());
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> RiskBound.of(pcr, rows.x(), rows.y(), 0.05));
    assertEquals(
        "model must be of a method with a gate (slrm, mpcr, smpcr), got pcr", e.getMessage());
    e =
        assertThrows(
            IllegalArgumentException.class, () -> RiskBound.of(model, rows.x(), rows.y(), 1));
    assertEquals("failureProbability must be above 0 and below 1, got 1.0", e.getMessage());
  }
}
