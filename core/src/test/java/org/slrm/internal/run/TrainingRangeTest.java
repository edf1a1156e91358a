package org.slrm.internal.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.IncompleteRow;
import org.slrm.data.Scaling;
import org.slrm.internal.label.Counts;
import org.slrm.internal.label.Gaussian;
import org.slrm.internal.label.Label;
import org.slrm.internal.label.Logistic;

/** Limits of entries and labels beyond the training range (P-9). */
class TrainingRangeTest {
  private static final double NaN = Double.NaN;

  /** Feature 0 from 0 to 10, feature 1 constant, 2 known twice, 3 never; labels from 0 to 20. */
  private static TrainingRange range(Label label) {
    double[][] x =
        IntStream.range(0, 21)
            .mapToObj(i -> new double[] {i / 2.0, 5, i < 2 ? i : NaN, NaN})
            .toArray(double[][]::new);
    double[] y = IntStream.range(0, 21).mapToDouble(i -> i).toArray();
    IncompleteMatrix table = IncompleteMatrix.ofNaN(x);
    return TrainingRange.of(
        table.statistics(),
        IncompleteMatrix.ofColumn(y).statistics(),
        List.of(label),
        Thinning.of(table));
  }

  private static final TrainingRange RANGE = range(Gaussian.LABEL);

  private static double limited(double v) {
    return RANGE.limited(IncompleteRow.ofNaN(v, 5, NaN, NaN)).valueAt(0);
  }

  @Test
  void entriesUpToTheWidthOfTheRangeBeyondItStay() {
    IncompleteRow row = IncompleteRow.ofNaN(20, 5, NaN, 7);
    assertSame(row, RANGE.limited(row));
    assertEquals(-10, limited(-10));
  }

  @Test
  void entriesUpToThreeWidthsBeyondTheRangeAreClampedToOneWidth() {
    assertEquals(20, limited(21));
    assertEquals(20, limited(40));
    assertEquals(-10, limited(-30));
  }

  @Test
  void entriesFartherAwayAreMissing() {
    assertEquals(NaN, limited(40.1));
    assertEquals(NaN, limited(1e300));
    assertEquals(NaN, limited(-31));
  }

  @Test
  void anotherValueOfAConstantFeatureIsMissing() {
    assertFalse(RANGE.limited(IncompleteRow.ofNaN(1, 6, NaN, NaN)).isKnown(1));
  }

  @Test
  void aFeatureKnownInFewRowsHasAWiderRange() {
    // Two values of 20: a range of width (20/2)², so 150 is within one more width.
    assertFalse(RANGE.outside(2, 150));
    assertTrue(RANGE.outside(2, 200));
    assertFalse(RANGE.outside(3, 1e9));
  }

  @Test
  void labelsStayWithinTheirRangeWidenedByHalf() {
    assertEquals(30, RANGE.label(0, 1e6));
    assertEquals(-10, RANGE.label(0, -1e6));
    assertEquals(29, RANGE.label(0, 29));
    assertEquals(1e6, RANGE.unlimited(0).label(0, 1e6));
    assertEquals(1e6, RANGE.extrapolated().label(0, 1e6));
    assertTrue(RANGE.beyond(0, 31) && RANGE.extrapolated().beyond(0, -11));
    assertFalse(RANGE.beyond(0, 29) || RANGE.unlimited(0).beyond(0, 1e6));
  }

  @Test
  void countsAreLimitedAboveAndClassesNotAtAll() {
    assertEquals(Math.log(30), range(Counts.POISSON).label(0, 50), 1e-12);
    assertEquals(-50, range(Counts.POISSON).label(0, -50));
    assertEquals(50, range(Logistic.LABEL).label(0, 50));
  }

  @Test
  void extrapolatingChangesNoEntryAndStillSeesThem() {
    IncompleteRow far = IncompleteRow.ofNaN(1000, 5, NaN, NaN);
    assertSame(far, RANGE.extrapolated().limited(far));
    assertTrue(RANGE.extrapolated().outside(far));
  }

  @Test
  void entriesThatNoArithmeticBearsAreMissingEvenWhenExtrapolating() {
    Scaling units = Scaling.of(new double[] {0, 0, 0, 0}, new double[] {1, 1, 1, 1});
    IncompleteRow row = IncompleteRow.ofNaN(1e154, 5, Double.NaN, -3.4e38);
    for (TrainingRange range :
        List.of(TrainingRange.NONE.in(units), RANGE.in(units), RANGE.in(units).extrapolated())) {
      assertTrue(range.outside(row));
      assertEquals(
          "IncompleteRow[NaN, 5.0, NaN, NaN]", range.limited(row).toString(), range.toString());
    }
    assertEquals(row, RANGE.extrapolated().limited(row), "no units are known");
  }
}
