package org.slrm.internal.label;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;

/** What every label must do, tried on the ones there are. */
class LabelTest {
  private static final Label[] LABELS = {Gaussian.LABEL, Logistic.LABEL};
  private static final double STEP = 1e-4;

  @Property(tries = 100)
  void gradientAndCurvatureAreDerivativesOfHalfTheDeviance(
      @ForAll @DoubleRange(min = -5, max = 5) double y,
      @ForAll @DoubleRange(min = -5, max = 5) double eta) {
    for (Label label : LABELS) {
      double up = label.deviance(y, eta + STEP) / 2;
      double down = label.deviance(y, eta - STEP) / 2;
      double at = label.deviance(y, eta) / 2;
      assertEquals((up - down) / (2 * STEP), label.gradient(y, eta), 1e-6);
      assertEquals((up - 2 * at + down) / (STEP * STEP), label.curvature(y, eta), 1e-4);
    }
  }

  @Property(tries = 100)
  void theWorkingLabelIsOneNewtonStepAway(
      @ForAll @DoubleRange(min = -5, max = 5) double y,
      @ForAll @DoubleRange(min = -5, max = 5) double eta) {
    for (Label label : LABELS) {
      double step = label.gradient(y, eta) / label.curvature(y, eta);
      assertEquals(eta - step, label.workingLabel(y, eta), 1e-12);
    }
  }

  @Property(tries = 100)
  void linkAndMeanUndoEachOther(@ForAll @DoubleRange(min = -5, max = 5) double eta) {
    for (Label label : LABELS) {
      assertEquals(eta, label.link(label.mean(eta)), 1e-9);
    }
  }

  /** −ω(ỹ − η)²/2 differs from the log-likelihood by a constant where the bound touches it. */
  @Property(tries = 100)
  void theGaussianEntryOfAnEStepTouchesTheLikelihood(
      @ForAll @DoubleRange(min = -5, max = 5) double y,
      @ForAll @DoubleRange(min = 0.1, max = 5) double eta) {
    for (Label label : LABELS) {
      double omega = label.precision(y, eta * eta);
      double slope = omega * (eta - label.pseudoLabel(y, eta * eta));
      assertEquals(label.gradient(y, eta), slope, 1e-9);
      assertTrue(omega > 0);
    }
  }

  @Property(tries = 100)
  void theScoreIsSmallestAtTheTruth(
      @ForAll @DoubleRange(min = -5, max = 5) double y,
      @ForAll @DoubleRange(min = -5, max = 5) double mean) {
    assertTrue(Gaussian.LABEL.score(y, mean, 1) >= Gaussian.LABEL.score(y, y, 1));
    assertEquals(Math.abs(y - mean) / 2, Gaussian.LABEL.surprise(y, mean, 2), 1e-12);
  }
}
