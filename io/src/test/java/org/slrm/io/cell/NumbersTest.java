package org.slrm.io.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Every number must be the nearest double, as by Double.parseDouble. */
class NumbersTest {
  private static final long SEED = 8;

  private final NumberParser point = new NumberParser(false);

  private void same(String text) {
    double expected = Double.parseDouble(text);
    assertEquals(
        Double.doubleToRawLongBits(expected),
        Double.doubleToRawLongBits(point.parse(text)),
        () -> text + " by seed " + SEED);
  }

  @Test
  void digitsOfAnyNumberAndAnyExponentGiveTheNearestDouble() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int k = 0; k < 40_000; k++) {
      StringBuilder text = new StringBuilder(random.nextBoolean() ? "-" : "");
      int digits = random.nextInt(1, 24);
      int at = random.nextInt(-1, digits);
      for (int d = 0; d < digits; d++) {
        text.append((char) ('0' + random.nextInt(10))).append(d == at ? "." : "");
      }
      text.append(random.nextInt(3) == 0 ? "" : "e" + random.nextInt(-90, 90));
      same(text.toString());
    }
  }

  @Test
  void halfWayBetweenTwoDoublesTheEvenOneIsTaken() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int k = 0; k < 10_000; k++) {
      double v = Math.scalb(1 + random.nextDouble(), random.nextInt(-60, 60));
      BigDecimal half = new BigDecimal(v).add(new BigDecimal(Math.nextUp(v)));
      half = half.divide(BigDecimal.valueOf(2));
      same(half.toString());
      same(half.toPlainString());
      same(half.round(new java.math.MathContext(19)).toString());
    }
    // Few enough digits for the fast way, and exactly half-way.
    for (long w = (1L << 53) + 1; w < (1L << 53) + 2000; w += 2) {
      same(Long.toString(w));
      same(w + "e0");
      same(w + "0e-1");
    }
  }

  @Test
  void resultsAreCorrectAtTheLimitsOfTheFastMethod() {
    for (int q = -70; q <= 70; q++) {
      for (String w :
          new String[] {
            "1",
            "9",
            "9007199254740991",
            "9007199254740992",
            "9007199254740993",
            "9223372036854775807",
            "9223372036854775808",
            "9999999999999999999",
            "18446744073709551615",
            "18446744073709551616",
            "99999999999999999999"
          }) {
        same(w + "e" + q);
        same("-" + w + "E" + q);
        same("0000000000000000000000" + w + "e+" + Math.abs(q));
        same("0.00000000000000000000000" + w + "e" + q);
      }
    }
  }

  @Test
  void tooLargeIsInfiniteAndTooSmallIsZero() {
    for (String text :
        new String[] {
          "1e308",
          "1.8e308",
          "1e309",
          "1e400",
          "1e99999",
          "1e999999999999",
          "-1e400",
          "1e-323",
          "4.9e-324",
          "2e-324",
          "1e-400",
          "1e-99999",
          "-1e-400",
          "0e99999",
          "0",
          "-0",
          "+0.0",
          "2.2250738585072011e-308",
          "1.7976931348623157e308",
          "1.7976931348623159e308"
        }) {
      same(text);
    }
  }

  @Test
  void formattedTextIsNoNumber() {
    for (String text :
        new String[] {
          "",
          "+",
          "-",
          ".",
          "-.",
          "e5",
          ".e5",
          "1e",
          "1e+",
          "1e-",
          "1e5x",
          "1ex",
          "1f",
          "1d",
          "0x1",
          "1_0",
          "1,5",
          "1.2.3",
          "--1",
          "1-",
          " 1",
          "1 ",
          "NaN",
          "Infinity",
          "1e1.5",
          "1/2"
        }) {
      assertTrue(Double.isNaN(point.parse(text)), text);
    }
    for (String text : new String[] {"1.", ".5", "+.5", "-5.", "1.e2", "00", "1E5", "1e+05"}) {
      same(text);
    }
  }

  @Test
  void aCommaStandsWhereThePointWouldAndThePointNoLongerDoes() {
    NumberParser comma = new NumberParser(true);
    assertEquals(3.14, comma.parse("3,14"));
    assertEquals(-1.5e300, comma.parse("-1,5e300"));
    String digits = "123456789012345678901234567890";
    assertEquals(Double.parseDouble("0." + digits), comma.parse("0," + digits));
    assertTrue(Double.isNaN(comma.parse("3.14")));
    assertTrue(Double.isNaN(comma.parse("1,2,3")));
  }

  @Test
  void aSliceIsParsedWithoutItsSurroundings() {
    char[] buf = "91.5e2e9".toCharArray();
    assertEquals(1.5, point.parse(buf, 1, 3));
    assertEquals(1.5e2, point.parse(buf, 1, 5));
    assertEquals(1, point.parse(buf, 1, 1));
    assertTrue(Double.isNaN(point.parse(buf, 1, 0)));
    assertTrue(Double.isNaN(point.parse(buf, 1, 4)));
  }
}
