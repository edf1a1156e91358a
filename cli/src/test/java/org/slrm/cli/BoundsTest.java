package org.slrm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Quantiles, intervals with one end, and targets with limits, from the command line. */
class BoundsTest {
  private static final int ROWS = 600;

  @TempDir static Path folder;
  private static Path data;
  private static Path later;
  private static Path model;

  @BeforeAll
  static void fit() throws IOException {
    data = table("rates.csv", 1);
    later = table("later.csv", 2);
    model = folder.resolve("rates.slrm");
    fit(model).done();
  }

  private static Cli fit(Path out, Object... more) {
    Object[] base = {"fit", data, "--target", "y", "--method", "mean-lasso", "--out", out};
    Object[] all = new Object[base.length + more.length];
    System.arraycopy(base, 0, all, 0, base.length);
    System.arraycopy(more, 0, all, base.length, more.length);
    return Cli.run(all);
  }

  /** Positive numbers with a long tail, near 0 in many rows. */
  private static Path table(String name, long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder out = new StringBuilder("a,b,y\n");
    for (int i = 0; i < ROWS; i++) {
      double a = random.nextGaussian();
      double b = random.nextGaussian();
      double y = Math.exp(a + 0.5 * b + 0.3 * random.nextGaussian());
      String incomplete = random.nextDouble() < 0.1 ? "" : String.format(Locale.ROOT, "%.4f", b);
      out.append(String.format(Locale.ROOT, "%.4f,%s,%.4f%n", a, incomplete, y));
    }
    return Files.writeString(folder.resolve(name), out);
  }

  private double[] labels() throws IOException {
    return Files.readAllLines(later).stream()
        .skip(1)
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(',') + 1)))
        .toArray();
  }

  private static double[] column(String csv, String name) {
    List<String> lines = csv.lines().toList();
    int at = List.of(lines.get(0).split(",")).indexOf(name);
    assertTrue(at >= 0, lines.get(0));
    return lines.stream()
        .skip(1)
        .map(line -> line.split(",", -1)[at])
        .mapToDouble(cell -> cell.isEmpty() ? Double.NaN : Double.parseDouble(cell))
        .toArray();
  }

  private double below(double[] bound) throws IOException {
    double[] y = labels();
    return IntStream.range(0, y.length).filter(i -> y[i] <= bound[i]).count() / (double) y.length;
  }

  @Test
  void quantilesRiseAndHaveTheirShareOfLabelsBelow() throws IOException {
    String csv = Cli.run("predict", model, later, "--quantiles", "0.1,0.5,0.9").done().out();
    double[] low = column(csv, "quantile_0.1");
    double[] half = column(csv, "quantile_0.5");
    double[] high = column(csv, "quantile_0.9");
    for (int i = 0; i < ROWS; i++) {
      assertTrue(low[i] < half[i] && half[i] < high[i]);
    }
    // Three standard errors of a share of 600 rows, of one of 600 that calibrated.
    assertEquals(0.1, below(low), 0.055);
    assertEquals(0.5, below(half), 0.09);
    assertEquals(0.9, below(high), 0.055);
  }

  @Test
  void anIntervalWithOneEndIsTheQuantileOfItsLevel() {
    String upper = Cli.run("predict", model, later, "--one-sided", "upper").done().out();
    String lower = Cli.run("predict", model, later, "--one-sided", "lower").done().out();
    String both = Cli.run("predict", model, later, "--quantiles", "0.9,0.1").done().out();
    double[] least = column(both, "quantile_0.1");
    double[] most = column(both, "quantile_0.9");
    for (int i = 0; i < ROWS; i++) {
      assertEquals(most[i], column(upper, "upper")[i]);
      assertEquals(least[i], column(lower, "lower")[i], 1e-9 * (1 + Math.abs(least[i])));
      assertTrue(Double.isNaN(column(upper, "lower")[i]));
      assertTrue(Double.isNaN(column(lower, "upper")[i]));
    }
  }

  @Test
  void nothingIsPredictedBeyondTheLimits() {
    double[] free = column(Cli.run("predict", model, later).done().out(), "lower");
    assertTrue(IntStream.range(0, ROWS).anyMatch(i -> free[i] < 0));
    Path limited = folder.resolve("limited.slrm");
    fit(limited, "--min", "0", "--max", "50").done();
    String csv = Cli.run("predict", limited, later, "--quantiles", "0.01").done().out();
    for (String name : List.of("prediction", "lower", "upper", "quantile_0.01")) {
      for (double v : column(csv, name)) {
        assertTrue(v >= 0 && v <= 50, name + " " + v);
      }
    }
  }

  @Test
  void aLabelBeyondTheLimitsIsNamed() {
    Path out = folder.resolve("none.slrm");
    Cli refused = fit(out, "--min", "0.5");
    assertEquals(3, refused.code());
    assertTrue(refused.err().contains("column \"y\": must be at least --min 0.5"), refused.err());
    assertEquals(2, fit(out, "--min", "3", "--max", "2").code());
    assertFalse(Files.exists(out));
  }

  @Test
  void theLogarithmOfATargetIsFittedWhereAskedFor() {
    Path logs = folder.resolve("logs.slrm");
    Path same = folder.resolve("same.slrm");
    fit(logs, "--log-target").done();
    fit(same, "--label", "positive").done();
    String csv = Cli.run("predict", logs, later).done().out();
    assertEquals(Cli.run("predict", same, later).done().out(), csv);
    assertTrue(IntStream.range(0, ROWS).allMatch(i -> column(csv, "lower")[i] > 0));
    Cli both = fit(logs, "--log-target", "--label", "counts");
    assertEquals(2, both.code());
    assertTrue(both.err().contains("--log-target and --label exclude each other"), both.err());
  }

  @Test
  void wrongProbabilitiesAndSidesAreRefused() {
    for (String bad : List.of("0", "1", "0.5,0.5", "-1", "half")) {
      assertEquals(2, Cli.run("predict", model, later, "--quantiles", bad).code(), bad);
    }
    assertEquals(2, Cli.run("predict", model, later, "--one-sided", "left").code());
  }
}
