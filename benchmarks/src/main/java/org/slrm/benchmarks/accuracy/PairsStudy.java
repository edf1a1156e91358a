package org.slrm.benchmarks.accuracy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.io.Table;
import org.slrm.io.column.ReadOptions;
import org.slrm.method.AutoConfig;
import org.slrm.result.Metrics;
import org.slrm.result.Predictions;

/**
 * The default method on a folder of train/test pairs: relative error and coverage of its 90 %
 * intervals, which the runner of the other tools does not measure. Arguments: the folder, then the
 * targets, {@code y} by default, fitted jointly. Prints one CSV line per pair and target.
 */
public final class PairsStudy {
  private PairsStudy() {}

  /** Runs it. */
  public static void main(String[] args) throws IOException {
    List<String> targets = args.length > 1 ? List.of(args).subList(1, args.length) : List.of("y");
    System.out.println("pair,target,mse,relative_mse,coverage,seconds");
    for (String name : TaskPair.names(Path.of(args[0]), ".*")) {
      run(Path.of(args[0]), name, targets);
    }
  }

  private static void run(Path folder, String name, List<String> targets) {
    ReadOptions options = ReadOptions.builder().targets(targets).build();
    TaskPair pair = TaskPair.read(folder, name, options);
    Table train = pair.train();
    long start = System.nanoTime();
    SlrmModel model = Slrm.with(AutoConfig.defaults()).fit(train.features(), train.labels());
    double seconds = (System.nanoTime() - start) / 1e9;
    Predictions p = model.predict(pair.test().features());
    for (int t = 0; t < targets.size(); t++) {
      System.out.println(name + "," + targets.get(t) + "," + scores(pair.test(), p, t, seconds));
    }
  }

  private static String scores(Table test, Predictions p, int t, double seconds) {
    int[] rows =
        IntStream.range(0, test.rows())
            .filter(i -> !Double.isNaN(test.labels().valueAt(i, t)))
            .toArray();
    double[] y = Arrays.stream(rows).mapToDouble(i -> test.labels().valueAt(i, t)).toArray();
    double[] prediction = Arrays.stream(rows).mapToDouble(i -> p.mean(i, t)).toArray();
    double covered =
        IntStream.range(0, y.length)
            .filter(r -> y[r] >= p.lower(rows[r], t) && y[r] <= p.upper(rows[r], t))
            .count();
    return String.format(
        Locale.ROOT,
        "%.8g,%.6f,%.4f,%.1f",
        Metrics.mse(y, prediction),
        1 - Metrics.r2(y, prediction),
        covered / y.length,
        seconds);
  }
}
