package org.slrm.internal.label;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

/** What every label must do, tried on the ones there are. */
class LabelTest {
  private static final StudentT STUDENT = new StudentT(4, 0.5);
  private static final Quantile QUANTILE = new Quantile(0.9, 0.5);
  private static final Label[] LABELS = {
    Gaussian.LABEL, Logistic.LABEL, STUDENT, QUANTILE, Counts.POISSON, new Counts(2.5)
  };
  private static final double STEP = 1e-4;

  /** A label of this kind: numbers as they are, classes 0 or 1, counts whole. */
  private static double label(Label kind, int k) {
    return kind instanceof Logistic ? k % 2 : kind instanceof Counts ? k : k - 4.5;
  }

  @Property(tries = 100)
  void gradientAndCurvatureAreDerivativesOfHalfTheDeviance(
      @ForAll @IntRange(max = 9) int k, @ForAll @DoubleRange(min = -3, max = 3) double eta) {
    for (Label kind : LABELS) {
      double y = label(kind, k);
      double up = kind.deviance(y, eta + STEP) / 2;
      double down = kind.deviance(y, eta - STEP) / 2;
      double at = kind.deviance(y, eta) / 2;
      double gradient = kind.gradient(y, eta);
      assertEquals((up - down) / (2 * STEP), gradient, 1e-6 * (1 + Math.abs(gradient)));
      double second = (up - 2 * at + down) / (STEP * STEP);
      // Where labels have a scale of their own, a parabola lies above.
      double allowed = 1e-4 * (1 + Math.abs(second));
      assertTrue(kind.curvature(y, eta) >= second - allowed);
      assertTrue(kind.shape().length == 2 || kind.curvature(y, eta) <= second + allowed);
    }
  }

  @Property(tries = 100)
  void theWorkingLabelIsOneNewtonStepAway(
      @ForAll @IntRange(max = 9) int k, @ForAll @DoubleRange(min = -5, max = 5) double eta) {
    for (Label kind : LABELS) {
      double y = label(kind, k);
      double step = kind.gradient(y, eta) / kind.curvature(y, eta);
      assertEquals(eta - step, kind.workingLabel(y, eta), 1e-12);
    }
  }

  @Property(tries = 100)
  void linkAndMeanUndoEachOther(@ForAll @DoubleRange(min = -5, max = 5) double eta) {
    for (Label kind : LABELS) {
      assertEquals(eta, kind.link(kind.mean(eta)), 1e-9);
    }
  }

  /** −κ(ỹ − η)²/2 has the slope of the log-likelihood where η is known. */
  @Property(tries = 100)
  void theGaussianEntryOfAnEStepTouchesTheLikelihood(
      @ForAll @IntRange(max = 9) int k, @ForAll @DoubleRange(min = 0.1, max = 3) double eta) {
    Entry entry = new Entry();
    for (Label kind : LABELS) {
      double y = label(kind, k);
      double noise = kind.shape().length == 2 ? kind.shape()[1] : 1;
      kind.entry(y, eta, 0, noise, entry);
      double slope = entry.precision * (eta - entry.pseudoLabel);
      assertEquals(kind.gradient(y, eta), slope, 1e-6 * (1 + Math.abs(slope)));
      assertTrue(entry.precision > 0);
    }
  }

  /** Where an entry claims to be a bound, it lies below the log-likelihood. */
  @Property(tries = 200)
  void theEntryOfABoundLiesBelowTheLikelihood(
      @ForAll @IntRange(max = 9) int k,
      @ForAll @DoubleRange(min = -4, max = 4) double believed,
      @ForAll @DoubleRange(min = 0, max = 4) double variance,
      @ForAll @DoubleRange(min = -6, max = 6) double eta) {
    Entry entry = new Entry();
    for (Label kind : new Label[] {Logistic.LABEL, STUDENT, QUANTILE}) {
      double y = label(kind, k);
      double noise = kind.shape().length == 2 ? kind.shape()[1] : 1;
      kind.entry(y, believed, variance, noise, entry);
      double off = eta - entry.pseudoLabel;
      double bound = entry.height - entry.precision * off * off / (2 * noise);
      // −½ deviance, with what heavy tails have at their top over a Gaussian
      double top = kind == STUDENT ? studentTop() : kind == QUANTILE ? quantileTop() : 0;
      assertTrue(bound <= top - kind.deviance(y, eta) / (2 * noise) + 1e-9);
    }
  }

  /** log q(1 − q)/σ over the top of a Gaussian. */
  private static double quantileTop() {
    double sigma = QUANTILE.tau() / QUANTILE.unit();
    return Math.log(0.09 / sigma) + Math.log(2 * Math.PI * QUANTILE.tau()) / 2;
  }

  private static double studentTop() {
    Entry entry = new Entry();
    STUDENT.entry(0, 0, 0, STUDENT.tau(), entry);
    return entry.height;
  }

  @Property(tries = 50)
  void heavyTailsBecomeGaussianAsTheirDegreesOfFreedomGrow(
      @ForAll @DoubleRange(min = -3, max = 3) double y,
      @ForAll @DoubleRange(min = -3, max = 3) double eta) {
    StudentT nearly = new StudentT(1e6, 0.7);
    assertEquals(Gaussian.LABEL.deviance(y, eta), nearly.deviance(y, eta), 1e-2);
    Entry entry = new Entry();
    nearly.entry(y, eta, 0.3, 0.7, entry);
    assertEquals(1, entry.precision, 1e-4);
    assertEquals(0, entry.height, 1e-3);
  }

  @Property(tries = 50)
  void countsBecomePoissonAsTheirSizeGrows(
      @ForAll @IntRange(max = 9) int y, @ForAll @DoubleRange(min = -2, max = 2) double eta) {
    Counts nearly = new Counts(1e8);
    assertEquals(Counts.POISSON.deviance(y, eta), nearly.deviance(y, eta), 1e-5);
    assertEquals(Counts.POISSON.logLikelihood(y, eta), nearly.logLikelihood(y, eta), 1e-5);
  }
}
