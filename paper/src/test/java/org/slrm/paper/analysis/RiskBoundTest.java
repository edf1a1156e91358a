package org.slrm.paper.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slrm.Simulated;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.method.MethodConfig;
import org.slrm.paper.MpcrConfig;
import org.slrm.paper.PcrConfig;
import org.slrm.paper.Simulation;
import org.slrm.paper.SlrmConfig;
import org.slrm.result.Metrics;
import org.slrm.result.Note;

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
    double length = 12 * bound.coefficientNorm() / 0.001;
    double fewest = bound.fewestObserved();
    assertEquals(
        unit * confidence(risk, length / fewest * Math.sqrt(fewest) * bound.largestFeature()),
        bound.confidenceTerm(),
        1e-9 * bound.confidenceTerm());
    assertEquals(
        unit * confidence(risk, length / m),
        bound.printedConfidenceTerm(),
        1e-9 * bound.printedConfidenceTerm());
    double mse = Metrics.mse(rows.y(), model.predict(rows.x()).mean());
    assertEquals(mse, bound.empiricalRisk(), 1e-9 * mse);
  }

  /** √L̂ s + s² with s² = 2(B_Y + F)² log(1/δ)/n, F the bound of |f|. */
  private double confidence(double risk, double largest) {
    double s2 = 2 * Math.pow(bound.largestLabel() + largest, 2) * Math.log(1 / 0.05) / 120;
    return Math.sqrt(risk * s2) + s2;
  }

  @Test
  @Tag("slow")
  void predictionsStayBelowTheCorrectedBoundAndNotBelowThePrintedOne() {
    int printedFails = 0;
    for (int seed = 1; seed <= 200; seed++) {
      RiskBound b = simulated(seed);
      assertTrue(
          b.largestPrediction() <= b.predictionBound(),
          () -> b.largestPrediction() + " above " + b.predictionBound());
      assertTrue(b.confidenceTerm() > b.printedConfidenceTerm());
      printedFails += b.largestPrediction() > b.printedPredictionBound() ? 1 : 0;
    }
    assertTrue(printedFails > 100, "the printed bound fails in " + printedFails + " of 200 fits");
  }

  /** A fit to a table of its own size, share of missing entries, noise and gate. */
  private static RiskBound simulated(int seed) {
    int rank = 1 + seed % 3;
    Simulation.Sample sample =
        Simulated.table(60 + seed, 12 + seed % 9, rank, 1)
            .keep(0.6 + 0.001 * seed)
            .noise(0.1 * (seed % 5))
            .seed(seed)
            .build()
            .train();
    double gate = 0.5 + 0.1 * (seed % 4);
    MethodConfig config =
        seed % 2 == 0
            ? MpcrConfig.defaults().withRank(rank).withL1(0.01).withGate(gate)
            : SlrmConfig.builder()
                .rank(rank)
                .reconstructionWeight(10)
                .l1(0.01)
                .l2(0)
                .stepSize(0.001)
                .maxPasses(2)
                .gate(gate)
                .build();
    SlrmModel fitted = Slrm.with(config).seed(seed).folds(0).fit(sample.x(), sample.y());
    return RiskBound.of(fitted, sample.x(), sample.y(), 0.05);
  }

  /** D = 100, d = 30, m = 75; the coherence cannot be below 1. */
  @Test
  void atThePapersSizesThereIsNoAdviceForTheGate() {
    assertEquals(2.75, advice(75, 0.05), 0.005);
    assertTrue(advice(100, 0.999) > 1.8, "not even for complete rows and a promise of nothing");
    assertTrue(advice(567, 0.05) > 1, "five times as many entries as there are features");
  }

  private static double advice(double observed, double failure) {
    return new RiskBound(
            100, 30, 12_800, observed, 75, 0.001, failure, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
        .theoreticalGate();
  }

  /** The paper: "a non-zero prediction on less than a fraction δ"; it is zero on less than δ. */
  @Test
  void withTheAdvisedGateFewerThanDeltaOfTheRowsAreRefused() {
    Simulation.Sample wide = Simulated.table(200, 400, 1, 1).keep(0.9).noise(0.1).build().train();
    MpcrConfig config = MpcrConfig.defaults().withRank(1).withL1(0.001);
    RiskBound open =
        RiskBound.of(Slrm.with(config).folds(0).fit(wide.x(), wide.y()), wide.x(), wide.y(), 0.05);
    double gate = open.advisedGate().orElseThrow();
    SlrmModel advised = Slrm.with(config.withGate(gate)).folds(0).fit(wide.x(), wide.y());
    int refused = 0;
    for (boolean answered : advised.predict(wide.x()).answered()) {
      refused += answered ? 0 : 1;
    }
    assertTrue(refused < 0.05 * 200, refused + " of 200 rows refused at " + gate);
  }

  @Test
  void fitsOfThePapersMethodsSayWhatTheTheorySays() {
    Note note = model.report().note("risk-bound").orElseThrow();
    assertEquals(bound.coherence(), note.arguments().get("coherence"));
    assertEquals(bound.theoreticalGate(), note.arguments().get("theoreticalGate"));
    assertEquals(bound.confidenceTerm(), note.arguments().get("confidence"));
    assertEquals(bound.printedConfidenceTerm(), note.arguments().get("printedConfidence"));
    assertEquals(true, note.arguments().get("vacuous"));
    SlrmModel pcr = Slrm.with(PcrConfig.defaults().withRank(2)).fit(rows.x(), rows.y());
    assertTrue(pcr.report().note("risk-bound").isEmpty());
  }

  @Test
  void coherenceLiesBetweenOneAndItsLargestValue() {
    assertTrue(bound.coherence() >= 1 - 1e-12);
    assertTrue(bound.coherence() <= 6 + 1e-12);
  }

  @Test
  void aVacuousBoundGivesNoAdvice() {
    assertTrue(bound.vacuous());
    assertTrue(bound.theoreticalGate() >= 1);
    assertTrue(bound.advisedGate().isEmpty());
  }

  @Test
  void incoherentSubspaceOfManyFeaturesGetsAdvice() {
    RiskBound wide =
        new RiskBound(
            10_000, 2, 100, 9_000, 9_000, 0.5, 0.05, 1, 1, 1, 1, 1, 0.1, 1, 0.2, 0.1, 0.01);
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
