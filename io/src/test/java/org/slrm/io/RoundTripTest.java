package org.slrm.io;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.slrm.data.IncompleteMatrix;

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

  @Property(tries = 2000)
  void numbersReadAsJavaReadsThem(@ForAll long bits, @ForAll boolean shortened) {
    double v = Double.longBitsToDouble(bits);
    if (Double.isFinite(v)) {
      String text = shortened ? String.format(java.util.Locale.ROOT, "%.6g", v) : v + "";
      assertEquals(Double.parseDouble(text), new Numbers(false).parse(text));
    }
  }
}
