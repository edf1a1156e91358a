package org.slrm.io.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FixedPointTest {
  @Test
  void numbersAreWrittenAsJavaFormatsThem() {
    Random random = new Random(11);
    double[] odd = {0, -0.0, 0.5, 1.5, -0.04, 0.005, 2.675, 999.9996, 9999999.5, 1e7, 1e-3, 5e-4};
    for (int k = 0; k < 20_000; k++) {
      double drawn = random.nextGaussian() * Math.pow(10, random.nextInt(16) - 6);
      double rounded = Math.rint(drawn * 1000) / 1000;
      double v = k < odd.length ? odd[k] : k % 2 == 0 ? drawn : rounded;
      int decimals = random.nextInt(11);
      assertEquals(
          String.format(Locale.ROOT, "%,." + decimals + "f", v), FixedPoint.grouped(v, decimals));
      assertEquals(
          String.format(Locale.ROOT, "%." + decimals + "f", v), FixedPoint.plain(v, decimals));
    }
    for (double v : new double[] {Double.NaN, Double.POSITIVE_INFINITY, -Double.MAX_VALUE}) {
      assertEquals(String.format(Locale.ROOT, "%.1f", v), FixedPoint.plain(v, 1));
    }
  }

  @Test
  void countsHaveCommas() {
    for (long n : new long[] {0, 7, 999, 1000, -1000, -999, 123456789, Long.MIN_VALUE}) {
      assertEquals(String.format(Locale.ROOT, "%,d", n), FixedPoint.count(n));
    }
  }
}
