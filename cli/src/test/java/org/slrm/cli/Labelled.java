package org.slrm.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleFunction;

/** Small tables whose labels are made from two hidden numbers of each row. */
public final class Labelled {
  private static final int FEATURES = 6;

  private Labelled() {}

  /** Columns x1 … x6 with missing entries and a label y of a hidden number near (−3, 3). */
  public static Path table(Path file, int rows, long seed, DoubleFunction<String> label)
      throws IOException {
    return table(file, rows, seed, List.of("y"), List.of(label));
  }

  /** The same with several labels. */
  public static Path table(
      Path file, int rows, long seed, List<String> names, List<DoubleFunction<String>> labels)
      throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder csv = new StringBuilder("x1,x2,x3,x4,x5,x6," + String.join(",", names) + "\n");
    for (int i = 0; i < rows; i++) {
      double a = random.nextGaussian();
      double b = random.nextGaussian();
      for (int j = 0; j < FEATURES; j++) {
        double value = Math.cos(j) * a + Math.sin(2 * j) * b + 0.2 * random.nextGaussian();
        csv.append(random.nextDouble() < 0.2 ? "" : String.format("%.3f", value)).append(',');
      }
      double hidden = 1.5 * a - b + 0.3 * random.nextGaussian();
      csv.append(String.join(",", labels.stream().map(l -> l.apply(hidden)).toList())).append('\n');
    }
    return Files.writeString(file, csv);
  }

  /** Yes or no. */
  public static String yes(double hidden) {
    return hidden > 0.4 ? "yes" : "no";
  }

  /** One of three. */
  public static String three(double hidden) {
    return hidden < -1 ? "low" : hidden < 1 ? "mid" : "high";
  }

  /** A count. */
  public static String count(double hidden) {
    return Long.toString(Math.round(Math.exp(0.5 + 0.6 * hidden)));
  }

  /** A positive amount. */
  public static String amount(double hidden) {
    return Double.toString(Math.exp(2 + hidden));
  }
}
