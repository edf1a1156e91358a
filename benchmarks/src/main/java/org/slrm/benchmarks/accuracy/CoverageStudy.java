package org.slrm.benchmarks.accuracy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.Trainer;
import org.slrm.data.IncompleteMatrix;
import org.slrm.io.column.ReadOptions;
import org.slrm.method.AutoConfig;
import org.slrm.method.LabelKind;
import org.slrm.result.Predictions;

/**
 * Coverage and width of 90 % intervals of the default method: over all test rows, by fifths of the
 * prediction, by quarters of the number of observed entries and by every missingness pattern with
 * 100 test rows or more. Arguments:
 *
 * <ul>
 *   <li>{@code tasks FOLDER [NAMES]}: train/test pairs, names by a regular expression;
 *   <li>{@code simulated SEEDS FIRST [ROWS]}: homoscedastic and heteroscedastic errors;
 *   <li>{@code classes SEEDS FIRST}: sets of two and three classes, one of them rare, by random
 *       folds and by time;
 *   <li>{@code published SEEDS FIRST}: by the number of missing entries, against the oracle
 *       interval and against calibration rows that are masked like the test row.
 * </ul>
 */
public final class CoverageStudy {
  private static final int TRAIN_ROWS = 1600;
  private static final int TEST_ROWS = 5000;
  private static final int CLASS_ROWS = 500;
  private static final int CLASS_TEST_ROWS = 3000;
  private static final int PUBLISHED_TEST_ROWS = 2000;

  private CoverageStudy() {}

  /** Runs it. */
  public static void main(String[] args) throws IOException {
    switch (args[0]) {
      case "tasks" -> tasks(Path.of(args[1]), args.length > 2 ? args[2] : ".*");
      case "simulated" ->
          simulated(
              Integer.parseInt(args[1]),
              Integer.parseInt(args[2]),
              args.length > 3 ? Integer.parseInt(args[3]) : TRAIN_ROWS);
      case "classes" -> classes(Integer.parseInt(args[1]), Integer.parseInt(args[2]));
      case "published" -> published(Integer.parseInt(args[1]), Integer.parseInt(args[2]));
      default ->
          throw new IllegalArgumentException(
              "study must be tasks, simulated, classes or published, got " + args[0]);
    }
  }

  private static void tasks(Path folder, String names) throws IOException {
    System.out.println(Intervals.HEADER);
    ReadOptions options =
        ReadOptions.builder().target("y").labels(List.of(ReadOptions.Label.of("numeric"))).build();
    for (String name : TaskPair.names(folder, names)) {
      TaskPair pair = TaskPair.read(folder, name, options);
      SlrmModel model = fitted(pair.train().features(), pair.train().labels());
      Intervals.of(model, pair.test().features(), pair.test().labels())
          .lines(name)
          .forEach(System.out::println);
    }
  }

  private static void simulated(int seeds, int first, int rows) {
    System.out.println(Intervals.HEADER);
    for (UnevenErrors errors : UnevenErrors.values()) {
      for (int seed = first; seed < first + seeds; seed++) {
        UnevenErrors.UnevenSample all = errors.draw(rows + TEST_ROWS, seed);
        UnevenErrors.UnevenSample train = all.rows(0, rows);
        UnevenErrors.UnevenSample test = all.rows(rows, rows + TEST_ROWS);
        Intervals.of(fitted(train.x(), train.y()), test.x(), test.y())
            .lines(errors.name().toLowerCase(Locale.ROOT) + "-s" + seed)
            .forEach(System.out::println);
      }
    }
  }

  private static void classes(int seeds, int first) {
    System.out.println("classes,share,validation,seed,coverage,rare class,size");
    for (int classes : new int[] {2, 3}) {
      for (double share : new double[] {0.05, 0.1}) {
        for (String validation : List.of("folds", "time", "time with drift")) {
          for (int seed = first; seed < first + seeds; seed++) {
            double drift = validation.endsWith("drift") ? 0.5 : 0;
            RareClass table = new RareClass(classes, share, drift, seed);
            String sets = sets(table.draw(CLASS_ROWS, CLASS_TEST_ROWS), validation);
            System.out.printf("%d,%s,%s,%d,%s%n", classes, share, validation, seed, sets);
          }
        }
      }
    }
  }

  private static String sets(UnevenErrors.UnevenSample all, String validation) {
    UnevenErrors.UnevenSample train = all.rows(0, CLASS_ROWS);
    Trainer trainer = Slrm.with(AutoConfig.defaults()).labels(LabelKind.CLASSES).threads(1);
    if (validation.startsWith("time")) {
      trainer = trainer.time(IntStream.range(0, CLASS_ROWS).asDoubleStream().toArray());
    }
    SlrmModel model = trainer.fit(train.x(), train.y());
    return sets(model, all.rows(CLASS_ROWS, all.x().rows()));
  }

  /** Coverage over all rows and over those of the last class, and the mean size of the sets. */
  private static String sets(SlrmModel model, UnevenErrors.UnevenSample test) {
    Predictions p = model.predict(test.x(), Intervals.LEVEL, 1);
    int levels = model.target(0).classes();
    int rows = test.y().rows();
    double[] count = new double[levels];
    double[] covered = new double[levels];
    double size = 0;
    for (int i = 0; i < rows; i++) {
      int row = i;
      int label = (int) test.y().valueAt(i, 0);
      count[label]++;
      covered[label] += p.inSet(i, 0, label) ? 1 : 0;
      size += IntStream.range(0, levels).filter(k -> p.inSet(row, 0, k)).count();
    }
    return String.format(
        Locale.ROOT,
        "%.3f,%.3f,%.3f",
        Arrays.stream(covered).sum() / rows,
        covered[levels - 1] / count[levels - 1],
        size / rows);
  }

  /** Masked calibration gets additional rows, half the training rows; the default needs none. */
  private static void published(int seeds, int first) {
    System.out.println("rows,missing,seed,method,entries missing,test rows,coverage,width/oracle");
    for (int rows : new int[] {500, 2000}) {
      for (double missing : new double[] {0.2, 0.4}) {
        for (int seed = first; seed < first + seeds; seed++) {
          PublishedSetUp setUp = new PublishedSetUp(missing, seed);
          PublishedSetUp.Sample train = setUp.draw(rows, 0);
          PublishedSetUp.Sample test = setUp.draw(PUBLISHED_TEST_ROWS, 1);
          PublishedSetUp.Sample more = setUp.draw(rows / 2, 2);
          SlrmModel model = fitted(train.features(), train.labels());
          MaskedCalibration masked = new MaskedCalibration(model, more.x(), more.y());
          String task = rows + "," + missing + "," + seed + ",";
          byMissing(task + "auto", Intervals.of(model, test.features(), test.labels()), test.x());
          byMissing(task + "cp-mda-exact", masked.exact(test.x(), test.y()), test.x());
          byMissing(task + "cp-mda-nested", masked.nested(test.x(), test.y()), test.x());
        }
      }
    }
  }

  private static void byMissing(String task, Intervals intervals, double[][] x) {
    Map<Integer, int[]> groups =
        intervals.common(i -> PublishedSetUp.FEATURES - intervals.x().observed(i));
    groups.forEach((missing, rows) -> print(task, String.valueOf(missing), intervals, x, rows));
    print(task, "any", intervals, x, IntStream.range(0, x.length).toArray());
  }

  private static void print(
      String task, String missing, Intervals intervals, double[][] x, int[] rows) {
    double oracle =
        Arrays.stream(rows).mapToDouble(i -> PublishedSetUp.oracleWidth(x[i])).average().orElse(1);
    System.out.printf(
        Locale.ROOT,
        "%s,%s,%d,%.3f,%.3f%n",
        task,
        missing,
        rows.length,
        intervals.coverage(rows),
        intervals.width(rows) / oracle);
  }

  private static SlrmModel fitted(IncompleteMatrix x, IncompleteMatrix y) {
    return Slrm.with(AutoConfig.defaults()).threads(1).fit(x, y);
  }
}
