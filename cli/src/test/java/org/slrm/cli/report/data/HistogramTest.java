package org.slrm.cli.report.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HistogramTest {
  private static double[] draw() {
    SplittableRandom random = new SplittableRandom(1);
    return IntStream.range(0, 1000).mapToDouble(i -> random.nextGaussian()).toArray();
  }

  @Test
  void everyKnownNumberIsInOneBin() {
    double[] values = draw();
    Arrays.fill(values, 0, 100, Double.NaN);
    assertEquals(900, IntStream.of(Histogram.of(values).counts()).sum());
  }

  @Test
  void theOrderOfNumbersDoesNotMatter() {
    double[] values = draw();
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    assertArrayEquals(Histogram.of(values).counts(), Histogram.of(sorted).counts());
  }

  @Test
  void oneFarValueDoesNotSqueezeTheOthersTogether() {
    double[] values = draw();
    values[0] = 1e9;
    Histogram histogram = Histogram.of(values);
    assertTrue(histogram.to() < 10);
    assertEquals(1e9, histogram.quantile(1));
  }

  @Test
  void equalNumbersAndNoNumbersHaveNoFigure() {
    assertEquals("", Histogram.of(new double[] {2, 2, 2}).figure("a", "b", "c", "rows"));
    assertEquals("", Histogram.of(new double[] {Double.NaN}).figure("a", "b", "c", "rows"));
    assertTrue(Double.isNaN(Histogram.of(new double[0]).quantile(0.5)));
  }
}
