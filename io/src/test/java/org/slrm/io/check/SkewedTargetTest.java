package org.slrm.io.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slrm.io.Tables;
import org.slrm.io.column.ReadOptions;

/** Targets that are better fitted on the logarithmic scale. */
class SkewedTargetTest {
  @TempDir Path folder;

  /** Labels of a linear model with noise. */
  private Optional<SkewedTarget> found(DoubleUnaryOperator label) throws IOException {
    SplittableRandom random = new SplittableRandom(7);
    StringBuilder out = new StringBuilder("a,b,y\n");
    for (int i = 0; i < 400; i++) {
      double a = random.nextGaussian();
      double b = random.nextGaussian();
      double y = label.applyAsDouble(a - 0.7 * b + 0.4 * random.nextGaussian());
      out.append(String.format(Locale.ROOT, "%.4f,%.4f,%.6f%n", a, b, y));
    }
    Path file = Files.writeString(folder.resolve("t.csv"), out);
    ReadOptions options = ReadOptions.builder().target("y").build();
    return SkewedTarget.in(Tables.read(file, options), 0, rows -> RowFolds.random(rows.length));
  }

  @Test
  void aProductOfFactorsIsFittedByItsLogarithm() throws IOException {
    SkewedTarget found = found(Math::exp).orElseThrow();
    assertEquals("y", found.target());
    assertTrue(found.logarithm() < 0.8 * found.plain(), found.toString());
  }

  @Test
  void numbersThatAreNotPositiveOrNotSkewedAreLeftAlone() throws IOException {
    assertTrue(found(v -> Math.exp(v) - 0.5).isEmpty());
    assertTrue(found(v -> v).isEmpty());
    assertTrue(found(v -> 20 + v).isEmpty());
  }

  @Test
  void aSkewedTargetThatIsLinearStaysNumeric() throws IOException {
    // The tail comes from the features, and errors do not grow with it.
    SplittableRandom random = new SplittableRandom(8);
    StringBuilder out = new StringBuilder("a,y\n");
    for (int i = 0; i < 400; i++) {
      double a = Math.exp(random.nextGaussian());
      out.append(String.format(Locale.ROOT, "%.4f,%.4f%n", a, 1 + a + 0.1 * random.nextGaussian()));
    }
    Path file = Files.writeString(folder.resolve("line.csv"), out);
    ReadOptions options = ReadOptions.builder().target("y").build();
    assertTrue(
        SkewedTarget.in(Tables.read(file, options), 0, rows -> RowFolds.random(rows.length))
            .isEmpty());
  }
}
