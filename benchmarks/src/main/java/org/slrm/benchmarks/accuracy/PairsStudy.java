package org.slrm.benchmarks.accuracy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.io.Table;
import org.slrm.io.Tables;
import org.slrm.io.column.ReadOptions;
import org.slrm.method.AutoConfig;
import org.slrm.result.Predictions;

/**
 * The default method on a folder of train/test pairs, {@code NAME.train.csv} and {@code
 * NAME.test.csv}: relative error and coverage of its 90 % intervals, which the runner of the peers
 * does not measure. Arguments: the folder, then the targets, {@code y} by default; several are
 * fitted jointly. Prints one CSV line per pair and target.
 */
public final class PairsStudy {
  private PairsStudy() {}

  /** Runs it. */
  public static void main(String[] args) throws IOException {
    List<String> targets = args.length > 1 ? List.of(args).subList(1, args.length) : List.of("y");
    System.out.println("pair,target,mse,relative_mse,coverage,seconds");
    for (String name : pairs(Path.of(args[0]))) {
      run(Path.of(args[0]), name, targets);
    }
  }

  private static List<String> pairs(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(f -> f.getFileName().toString())
          .filter(f -> f.endsWith(".train.csv"))
          .map(f -> f.replace(".train.csv", ""))
          .sorted()
          .toList();
    }
  }

  private static void run(Path folder, String name, List<String> targets) {
    ReadOptions options = ReadOptions.builder().targets(targets).build();
    Table train = Tables.read(folder.resolve(name + ".train.csv").toString(), options);
    Table test =
        Tables.read(folder.resolve(name + ".test.csv").toString(), options, train.schema());
    long start = System.nanoTime();
    SlrmModel model = Slrm.with(AutoConfig.defaults()).fit(train.features(), train.labels());
    double seconds = (System.nanoTime() - start) / 1e9;
    Predictions p = model.predict(test.features());
    for (int t = 0; t < targets.size(); t++) {
      System.out.println(name + "," + targets.get(t) + "," + scores(test, p, t, seconds));
    }
  }

  private static String scores(Table test, Predictions p, int t, double seconds) {
    int[] known =
        IntStream.range(0, test.rows())
            .filter(i -> !Double.isNaN(test.labels().valueAt(i, t)))
            .toArray();
    double[] y = Arrays.stream(known).mapToDouble(i -> test.labels().valueAt(i, t)).toArray();
    double mean = Arrays.stream(y).average().orElseThrow();
    double error = 0;
    double spread = 0;
    double covered = 0;
    for (int r = 0; r < y.length; r++) {
      int i = known[r];
      error += (y[r] - p.mean(i, t)) * (y[r] - p.mean(i, t)) / y.length;
      spread += (y[r] - mean) * (y[r] - mean) / y.length;
      covered += y[r] >= p.lower(i, t) && y[r] <= p.upper(i, t) ? 1.0 / y.length : 0;
    }
    return String.format(
        Locale.ROOT, "%.8g,%.6f,%.4f,%.1f", error, error / spread, covered, seconds);
  }
}
