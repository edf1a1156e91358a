package org.slrm.benchmarks.accuracy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.slrm.result.ClassMetrics;
import org.slrm.result.FitReport;
import org.slrm.result.Predictions;

/**
 * The default method on a folder of train/test pairs whose target is of any kind: score, coverage
 * of 90 % intervals or sets, calibration error. Arguments: the folder, a regular expression for
 * names, a label kind ({@code auto} by default); a fourth one prints every candidate as well.
 */
public final class LabelsStudy {
  private LabelsStudy() {}

  /** Runs it. */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    String names = args.length > 1 ? args[1] : ".*";
    String kind = args.length > 2 ? args[2].toUpperCase(Locale.ROOT) : "AUTO";
    ReadOptions options =
        ReadOptions.builder().target("y").labels(List.of(ReadOptions.Label.of(kind))).build();
    System.out.println("pair,score,logLoss,mse,coverage,calibrationError,cv,seconds");
    for (String name : pairs(folder, names)) {
      run(folder, name, options, args.length > 3);
    }
  }

  /** Names of the train/test pairs in a folder. */
  static List<String> pairs(Path folder, String names) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(f -> f.getFileName().toString())
          .filter(f -> f.endsWith(".train.csv"))
          .map(f -> f.replace(".train.csv", ""))
          .filter(f -> f.matches(names))
          .sorted()
          .toList();
    }
  }

  private static void run(Path folder, String name, ReadOptions options, boolean candidates) {
    Table train = Tables.read(folder.resolve(name + ".train.csv").toString(), options);
    Table test =
        Tables.read(folder.resolve(name + ".test.csv").toString(), options, train.schema());
    long start = System.nanoTime();
    SlrmModel model =
        Slrm.with(AutoConfig.defaults())
            .labels(train.schema().labelKinds(options))
            .threads(1)
            .fit(train.features(), train.labels());
    double seconds = (System.nanoTime() - start) / 1e9;
    Predictions p = model.predict(test.features(), 0.9, 1);
    double[] y =
        IntStream.range(0, test.rows()).mapToDouble(i -> test.labels().valueAt(i, 0)).toArray();
    FitReport.Score cv = model.report().scores().get(0);
    boolean classes = model.labelKind(0).isClassification();
    ClassMetrics m = classes ? ClassMetrics.of(y, p.probabilities(), 0, null) : null;
    System.out.printf(
        Locale.ROOT,
        "%s,%s,%.4f,%.5g,%.3f,%.4f,%.4f,%.1f%n",
        name,
        cv.name(),
        m == null ? Double.NaN : m.logLoss(),
        mse(p, y),
        coverage(p, y, classes),
        m == null ? Double.NaN : m.calibrationError(),
        cv.score(),
        seconds);
    if (candidates) {
      model.report().candidates().stream()
          .sorted((a, b) -> Double.compare(a.mse(), b.mse()))
          .forEach(
              c ->
                  System.out.printf(
                      Locale.ROOT, "    %.4f %.2f %s%n", c.mse(), c.weight(), c.name()));
      model.report().notes().forEach(n -> System.out.println("    " + n));
    }
  }

  private static double mse(Predictions p, double[] y) {
    return IntStream.range(0, y.length)
        .filter(i -> !Double.isNaN(y[i]))
        .mapToDouble(i -> (y[i] - p.mean(i, 0)) * (y[i] - p.mean(i, 0)))
        .average()
        .orElse(Double.NaN);
  }

  private static double coverage(Predictions p, double[] y, boolean classes) {
    return IntStream.range(0, y.length)
        .filter(i -> !Double.isNaN(y[i]))
        .mapToDouble(i -> inside(p, i, y[i], classes) ? 1 : 0)
        .average()
        .orElse(Double.NaN);
  }

  private static boolean inside(Predictions p, int i, double y, boolean classes) {
    return classes ? p.inSet(i, 0, (int) y) : p.lower(i, 0) <= y && y <= p.upper(i, 0);
  }
}
