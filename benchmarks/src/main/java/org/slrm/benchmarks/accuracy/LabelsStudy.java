package org.slrm.benchmarks.accuracy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.io.Table;
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
    for (String name : TaskPair.names(folder, names)) {
      run(folder, name, options, args.length > 3);
    }
  }

  private static void run(Path folder, String name, ReadOptions options, boolean candidates) {
    TaskPair pair = TaskPair.read(folder, name, options);
    Table train = pair.train();
    Table test = pair.test();
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
    return mean(y, i -> (y[i] - p.mean(i, 0)) * (y[i] - p.mean(i, 0)));
  }

  /** Mean over labelled rows. */
  private static double mean(double[] y, IntToDoubleFunction value) {
    return IntStream.range(0, y.length)
        .filter(i -> !Double.isNaN(y[i]))
        .mapToDouble(value)
        .average()
        .orElse(Double.NaN);
  }

  private static double coverage(Predictions p, double[] y, boolean classes) {
    return classes
        ? mean(y, i -> p.inSet(i, 0, (int) y[i]) ? 1 : 0)
        : mean(y, i -> p.lower(i, 0) <= y[i] && y[i] <= p.upper(i, 0) ? 1 : 0);
  }
}
