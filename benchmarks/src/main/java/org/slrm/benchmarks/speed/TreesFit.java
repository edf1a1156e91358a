package org.slrm.benchmarks.speed;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.slrm.internal.label.Gaussian;
import org.slrm.internal.run.FitContext;
import org.slrm.internal.run.Workers;
import org.slrm.internal.trees.Bins;
import org.slrm.internal.trees.Boosting;
import org.slrm.internal.trees.Forest;
import org.slrm.internal.trees.TreeTarget;
import org.slrm.io.Table;
import org.slrm.io.Tables;
import org.slrm.io.column.ReadOptions;
import org.slrm.method.TreesConfig;
import org.slrm.result.FitListener;
import org.slrm.result.Metrics;

/**
 * Fits trees to train/test pairs with the settings of {@code trees_fit.py}, binning included.
 * Arguments: THREADS SECONDS FOLDER/NAME…; fits once, or at least three times and for the given
 * seconds. Prints task, tool, relative test error, wall and processor seconds of the first fit and
 * the smallest of all.
 */
public final class TreesFit {
  private static final TreesConfig CONFIG =
      TreesConfig.defaults()
          .withTrees(100)
          .withLeaves(31)
          .withLeastRows(20)
          .withL2(0)
          .withLearningRate(0.1)
          .withColumns(1);

  private TreesFit() {}

  /** Runs it. */
  public static void main(String[] args) {
    try (Workers workers = Workers.of(Integer.parseInt(args[0]))) {
      FitContext context = new FitContext(1, workers, FitListener.NONE, null);
      for (int k = 2; k < args.length; k++) {
        run(args[k], Double.parseDouble(args[1]), context);
      }
    }
  }

  private static void run(String pair, double seconds, FitContext context) {
    ReadOptions options = ReadOptions.builder().targets(List.of("y")).build();
    Table train = Tables.read(pair + ".train.csv", options);
    Table test = Tables.read(pair + ".test.csv", options, train.schema());
    double[] y = labels(train);
    double[] ones = new double[y.length];
    Arrays.fill(ones, 1);
    TreeTarget target = new TreeTarget(Gaussian.LABEL, y, ones);
    double[] first = null;
    double[] smallest = {Double.MAX_VALUE, Double.MAX_VALUE};
    Forest forest = null;
    long start = System.nanoTime();
    for (int fits = 0; more(fits, seconds, start); fits++) {
      long wall = System.nanoTime();
      long processor = processor();
      Bins bins = Bins.of(train.features(), null, context.workers());
      forest = Boosting.fit(bins, target, CONFIG.trees(), CONFIG, context);
      double[] took = {(System.nanoTime() - wall) / 1e9, (processor() - processor) / 1e9};
      first = first == null ? took : first;
      Arrays.setAll(smallest, k -> Math.min(smallest[k], took[k]));
    }
    System.out.printf(
        Locale.ROOT,
        "%s,slrm,%.6f,%.4f,%.4f,%.4f,%.4f%n",
        Path.of(pair).getFileName(),
        error(forest, test),
        first[0],
        first[1],
        smallest[0],
        smallest[1]);
  }

  /** One fit, or at least three and the given seconds. */
  private static boolean more(int fits, double seconds, long start) {
    return fits == 0 || seconds > 0 && (fits < 3 || System.nanoTime() - start < 1e9 * seconds);
  }

  private static long processor() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static double[] labels(Table table) {
    double[] y = new double[table.rows()];
    Arrays.setAll(y, i -> table.labels().valueAt(i, 0));
    return y;
  }

  private static double error(Forest forest, Table test) {
    double[] prediction = new double[test.rows()];
    Arrays.setAll(prediction, i -> forest.predict(test.features().row(i).toNaN()));
    return 1 - Metrics.r2(labels(test), prediction);
  }
}
