package org.slrm.internal.masking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;

/** The curve P(missing | value) of one feature. */
class MaskingStepTest {
  private static final int ROWS = 20_000;

  private final double[] missing = new double[ROWS];
  private int misses;

  /** A standard normal column whose entries are missing with the probability of a curve. */
  private ObservedValues column(MaskingCurve curve) {
    SplittableRandom random = new SplittableRandom(5);
    double[][] x = new double[ROWS][1];
    misses = 0;
    for (int i = 0; i < ROWS; i++) {
      double value = random.nextGaussian();
      boolean hidden = Math.log(random.nextDouble()) < curve.logProbability(value);
      x[i][0] = hidden ? Double.NaN : value;
      missing[misses] = value;
      misses += hidden ? 1 : 0;
    }
    return ObservedValues.of(IncompleteMatrix.ofNaN(x), null)[0];
  }

  private MaskingStep step(ObservedValues known) {
    double sum = 0;
    double square = 0;
    for (int k = 0; k < misses; k++) {
      sum += missing[k];
      square += missing[k] * missing[k];
    }
    return new MaskingStep(known, sum, square);
  }

  @Test
  void theTrueCurveIsEstimatedFromTheMissingValues() {
    MaskingCurve truth = MaskingCurve.of(0.8, 1.5, 0.7);
    MaskingStep step = step(column(truth));
    MaskingCurve found = step.best();
    for (double x = -1; x <= 2; x += 0.5) {
      double expected = Math.exp(truth.logProbability(x));
      assertEquals(expected, Math.exp(found.logProbability(x)), 0.03, "at " + x);
    }
    assertTrue(step.gain(found) > 100);
  }

  @Test
  void noOtherCurveHasALargerGain() {
    MaskingCurve truth = MaskingCurve.of(0.6, -1, 2);
    MaskingStep step = step(column(truth));
    double gain = step.gain(step.best());
    assertTrue(gain >= step.gain(truth));
    for (double height : new double[] {0.3, 0.6, 0.9}) {
      for (double center : new double[] {-2, -1, 0, 1}) {
        assertTrue(gain >= step.gain(MaskingCurve.of(height, center, 2)));
      }
    }
  }

  @Test
  void missingnessAtRandomGainsLittle() {
    MaskingStep step = step(column(MaskingCurve.ignorable(0.4)));
    assertTrue(step.gain(step.best()) < 6);
  }

  @Test
  void probabilitiesAreAtMostOne() {
    MaskingCurve found = step(column(MaskingCurve.of(1, 0, 4))).best();
    assertTrue(found.height() <= 1 && found.height() > 0.9);
    assertTrue(found.selective());
    assertFalse(MaskingCurve.ignorable(0.3).selective());
    assertEquals(0.3, MaskingCurve.ignorable(0.3).height(), 1e-12);
  }
}
