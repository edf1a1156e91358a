package org.slrm.benchmarks.accuracy;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.IntStream;
import org.slrm.io.column.ReadOptions;
import org.slrm.io.column.RowBatch;
import org.slrm.io.column.RowSource;
import org.slrm.io.score.Mismatch;
import org.slrm.io.score.NamedModel;
import org.slrm.io.score.NamedPrediction;
import org.slrm.io.score.PredictOptions;
import org.slrm.io.train.TableTrainer;
import org.slrm.io.train.TrainingResult;
import org.slrm.io.train.TrainingSettings;
import org.slrm.method.AutoConfig;
import org.slrm.method.LabelKind;
import org.slrm.method.MethodConfig;
import org.slrm.method.TreesConfig;
import org.slrm.result.FitReport;

/**
 * The default method on a folder of train/test pairs, all in one process: the quick way to compare
 * two versions. Arguments: the folder, a regular expression for the names of pairs, then the
 * targets, {@code y} by default, fitted jointly. Prints one CSV line per pair and target: mean
 * squared error over the variance, or log loss scored as {@code benchmarks/peers/scores.py} does;
 * coverage of 90 % intervals or sets; processor seconds of the fit. With the system property {@code
 * candidates} also every candidate with its error and weight; with {@code trees} boosted trees with
 * the settings they have as a candidate, in place of the default method.
 */
public final class PairsStudy {
  private static final double MIN_PROBABILITY = 1e-6;

  private PairsStudy() {}

  /** Runs it. */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    List<String> targets = args.length > 2 ? List.of(args).subList(2, args.length) : List.of("y");
    System.out.println("pair,target,score,error,coverage,cpu_seconds");
    for (String name : TaskPair.names(folder, args.length > 1 ? args[1] : ".*")) {
      run(folder, name, targets);
    }
  }

  private static void run(Path folder, String name, List<String> targets) throws IOException {
    TrainingSettings settings =
        TrainingSettings.of(ReadOptions.builder().targets(targets).build())
            .withThreads(1)
            .withMethod(method());
    double start = cpuSeconds();
    TrainingResult fitted = new TableTrainer(settings).fit(folder.resolve(name + ".train.csv"));
    double seconds = cpuSeconds() - start;
    NamedModel model = fitted.named();
    Path test = folder.resolve(name + ".test.csv");
    List<NamedPrediction> predictions = predictions(model, test);
    for (int t = 0; t < targets.size(); t++) {
      List<String> labels = column(test, targets.get(t));
      int target = t;
      List<NamedPrediction> p =
          IntStream.range(0, labels.size())
              .mapToObj(i -> predictions.get(i * targets.size() + target))
              .toList();
      String scores =
          fitted.targets().get(t).kind() == LabelKind.CLASSES
              ? classScores(p, labels)
              : numericScores(p, labels.stream().mapToDouble(Double::parseDouble).toArray());
      System.out.printf(Locale.ROOT, "%s,%s,%s,%.2f%n", name, targets.get(t), scores, seconds);
    }
    if (System.getProperty("candidates") != null) {
      fitted.report().candidates().forEach(c -> System.out.println("# " + line(c)));
    }
  }

  private static MethodConfig method() {
    return System.getProperty("trees") == null
        ? AutoConfig.defaults()
        : TreesConfig.defaults().withLearningRate(0.05).withRows(0.8);
  }

  private static String line(FitReport.CandidateScore c) {
    return String.format(
        Locale.ROOT, "%-90s %d %.5f %.3f", c.name(), c.rank(), c.mse(), c.weight());
  }

  private static double cpuSeconds() {
    var os =
        (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return os.getProcessCpuTime() / 1e9;
  }

  private static List<NamedPrediction> predictions(NamedModel model, Path test) {
    List<NamedPrediction> out = new ArrayList<>();
    try (RowSource rows = model.open(test.toString(), model.reading(), Mismatch.ACCEPT)) {
      for (RowBatch batch = rows.next(); batch != null; batch = rows.next()) {
        out.addAll(model.predict(batch, PredictOptions.DEFAULT.threads(1)));
      }
    }
    return out;
  }

  private static List<String> column(Path file, String name) throws IOException {
    try (CsvReader<NamedCsvRecord> rows = CsvReader.builder().ofNamedCsvRecord(file)) {
      return rows.stream().map(row -> row.getField(name)).toList();
    }
  }

  private static String numericScores(List<NamedPrediction> p, double[] y) {
    double centre = Arrays.stream(y).average().orElseThrow();
    double squares = 0;
    double spread = 0;
    int covered = 0;
    for (int i = 0; i < y.length; i++) {
      squares += Math.pow(p.get(i).mean() - y[i], 2);
      spread += Math.pow(y[i] - centre, 2);
      covered += p.get(i).lower() <= y[i] && y[i] <= p.get(i).upper() ? 1 : 0;
    }
    return String.format(
        Locale.ROOT, "relative_mse,%.6f,%.4f", squares / spread, (double) covered / y.length);
  }

  private static String classScores(List<NamedPrediction> p, List<String> y) {
    List<String> all = y.stream().distinct().toList();
    double loss = 0;
    int covered = 0;
    for (int i = 0; i < y.size(); i++) {
      NamedPrediction.Classes classes = Objects.requireNonNull(p.get(i).classes());
      double sum = 0;
      double own = MIN_PROBABILITY;
      int known = 0;
      for (NamedPrediction.ClassProbability c : classes.probabilities()) {
        double probability = Math.max(MIN_PROBABILITY, c.probability());
        sum += probability;
        own = c.level().equals(y.get(i)) ? probability : own;
        known += all.contains(c.level()) ? 1 : 0;
        covered += c.inSet() && c.level().equals(y.get(i)) ? 1 : 0;
      }
      sum += (all.size() - known) * MIN_PROBABILITY;
      loss -= Math.log(own / sum);
    }
    return String.format(
        Locale.ROOT, "log_loss,%.6f,%.4f", loss / y.size(), (double) covered / y.size());
  }
}
