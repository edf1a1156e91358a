package org.slrm.io;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.slrm.data.IncompleteMatrix;
import org.slrm.io.cell.NumberParser;
import org.slrm.io.column.ReadOptions;

class RoundTripTest {
  private static final String[] SEPARATORS = {",", ";", "\t", "|"};

  @Property(tries = 200)
  void aTableWrittenAsCsvReadsBackBitForBit(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 40) int rows) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    int columns = 2 + random.nextInt(6);
    String separator = SEPARATORS[random.nextInt(SEPARATORS.length)];
    String end = random.nextBoolean() ? "\n" : "\r\n";
    boolean quoted = random.nextBoolean();
    double[][] x = new double[rows][columns];
    StringBuilder text = new StringBuilder();
    for (int j = 0; j < columns; j++) {
      text.append(j == 0 ? "" : separator).append(quoted ? "\"n " + j + "\"" : "n" + j);
    }
    for (double[] row : x) {
      text.append(end);
      for (int j = 0; j < columns; j++) {
        row[j] = random.nextInt(4) == 0 ? Double.NaN : anyFinite(random);
        String cell = Double.isNaN(row[j]) ? random.nextBoolean() ? "" : "NA" : written(row[j]);
        text.append(j == 0 ? "" : separator).append(quoted ? "\"" + cell + "\"" : cell);
      }
    }
    Path file = Files.createTempFile("slrm-round-trip", ".csv");
    try {
      Files.writeString(file, text);
      assertEquals(IncompleteMatrix.ofNaN(x), Tables.read(file, ReadOptions.DEFAULT).features());
    } finally {
      Files.delete(file);
    }
  }

  private static String written(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  private static double anyFinite(SplittableRandom random) {
    double v =
        switch (random.nextInt(3)) {
          case 0 -> Double.longBitsToDouble(random.nextLong());
          case 1 -> random.nextInt(-1000, 1000);
          default -> Math.round(random.nextDouble() * 1e6) / 1e4;
        };
    return Double.isFinite(v) ? v : 0;
  }

  @Property(tries = 20)
  void numbersReadAsJavaReadsThem(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    NumberParser numbers = new NumberParser(false);
    for (int k = 0; k < 5000; k++) {
      String text = anyNumber(random);
      assertEquals(Double.parseDouble(text), numbers.parse(text), () -> text);
    }
  }

  /**
   * Of any length and size, often close to the middle between two doubles, where rounding turns.
   */
  private static String anyNumber(SplittableRandom random) {
    double v = Double.longBitsToDouble(random.nextLong());
    return switch (random.nextInt(6)) {
      case 0 -> Double.isFinite(v) ? Double.toString(v) : "-0.0";
      case 1 -> random.nextLong() + "e" + random.nextInt(-345, 300);
      case 2 -> Long.toUnsignedString(random.nextLong()) + "." + random.nextInt(1000);
      case 3 -> {
        double small = random.nextDouble() * Math.pow(2, random.nextInt(-60, 60));
        yield new BigDecimal(small).add(new BigDecimal(Math.ulp(small) / 2)).toString();
      }
      case 4 -> "0.000" + random.nextLong(Long.MAX_VALUE);
      default -> {
        long even = (random.nextLong() >>> 10 << 1) + 1;
        yield BigInteger.valueOf(even).shiftLeft(random.nextInt(0, 40)).toString();
      }
    };
  }

  @Example
  void onlyDecimalNumbersAreNumbers() {
    NumberParser numbers = new NumberParser(false);
    for (String text :
        List.of("", "-", ".", "+.", "1f", "1d", "0x1", "1_0", "1e", "1e+", "e5", "1.2.3", "1-2")) {
      assertEquals(Double.NaN, numbers.parse(text), text);
    }
    assertEquals(0.5, numbers.parse("+.5"));
    assertEquals(5, numbers.parse("5."));
    assertEquals(-0.0, numbers.parse("-0e9999"));
    assertEquals(Double.POSITIVE_INFINITY, numbers.parse("1e400"));
    assertEquals(Double.MIN_VALUE, numbers.parse("4.9e-324"));
    assertEquals(0, numbers.parse("1e-99999999999"));
  }
}
