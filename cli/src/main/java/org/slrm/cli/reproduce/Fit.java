package org.slrm.cli.reproduce;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.Trainer;
import org.slrm.data.IncompleteMatrix;
import org.slrm.method.AutoConfig;
import org.slrm.method.LabelKind;
import org.slrm.method.MethodConfig;
import org.slrm.paper.MpcrConfig;
import org.slrm.paper.Simulation;
import org.slrm.paper.SlrmConfig;
import org.slrm.paper.SmpcrConfig;
import org.slrm.result.FitReport;
import org.slrm.result.Folds;
import org.slrm.result.Metrics;
import org.slrm.result.Predictions;

/**
 * Fits one method to one data set and evaluates it on the test rows. All methods choose by the
 * validation rows: the paper's methods by a common search with the same budget, the default its
 * members and their weights.
 */
record Fit(Scale scale, long seed) {
  private static final List<String> PARAMETERS =
      List.of(
          "reconstructionWeight",
          "l1",
          "l2",
          "stepSize",
          "constantRounds",
          "initialUncertainty",
          "randomStart",
          "forgetting");

  /** Relative decrease of the residual below which a pass of MPCR is the last. */
  private static final double CONVERGED = 1e-6;

  /** The run, with the given parameters or a search for them. */
  Run run(Point point, int dataSet, ComparedMethod method, Map<String, Double> given) {
    TaskData data = point.source().apply(dataSet);
    long runSeed = 1000 * seed + dataSet;
    return method == ComparedMethod.BAYES
        ? bayes(point, dataSet, data)
        : fitted(point, dataSet, method, data, given, runSeed);
  }

  private Run fitted(
      Point point,
      int dataSet,
      ComparedMethod method,
      TaskData data,
      Map<String, Double> given,
      long runSeed) {
    boolean ours = method == ComparedMethod.AUTO;
    boolean classes = method == ComparedMethod.LOGISTIC;
    double mean = ours || classes ? 0 : data.labelMean();
    Trainer trainer =
        Slrm.with(config(method, data, given))
            .seed(runSeed)
            .threads(1)
            .folds(ours ? Folds.DEFAULT : 0)
            .labels(classes ? LabelKind.CLASSES : LabelKind.NUMERIC)
            .validation(data.validation().x(), labels(data.validation(), mean, classes));
    long start = System.nanoTime();
    SlrmModel model = trainer.fit(data.train().x(), labels(data.train(), mean, classes));
    double seconds = (System.nanoTime() - start) / 1e9;
    Predictions p = model.predict(data.test().x(), 0.9, 1);
    double[] prediction =
        classes ? expected(p) : Arrays.stream(p.mean()).map(v -> v + mean).toArray();
    FitReport report = model.report();
    return new Run(
        point.figure(),
        point.name(),
        point.x(),
        dataSet,
        method,
        Metrics.mse(data.test().y(), prediction),
        variance(data.test().y()),
        refused(p),
        report.rank(),
        report.iterations(),
        seconds,
        runSeed,
        scale.name(),
        given.isEmpty(),
        budget(data, report.settings()),
        ours ? Map.of() : parameters(report.settings()),
        report.stop());
  }

  private static Run.Budget budget(TaskData data, Map<String, Object> settings) {
    return new Run.Budget(
        data.train().x().rows(),
        data.validation().x().rows(),
        (int) number(settings, "settingsTried"),
        number(settings, "visitsInSearch"));
  }

  private static long number(Map<String, Object> settings, String name) {
    return settings.get(name) instanceof Number value ? value.longValue() : 0;
  }

  /** The fraction of rows that the acceptance test (G-2) rejected. */
  static double refused(Predictions p) {
    int count = 0;
    for (boolean answered : p.answered()) {
      count += answered ? 0 : 1;
    }
    return (double) count / p.rows();
  }

  private Run bayes(Point point, int dataSet, TaskData data) {
    Simulation.Truth truth = Objects.requireNonNull(data.truth());
    double[] best = truth.bayes(data.test().x()).mean();
    return new Run(
        point.figure(),
        point.name(),
        point.x(),
        dataSet,
        ComparedMethod.BAYES,
        Metrics.mse(data.test().y(), best),
        variance(data.test().y()),
        0,
        truth.rank(),
        0,
        0,
        seed,
        scale.name(),
        false,
        Run.Budget.UNKNOWN,
        Map.of(),
        "");
  }

  private MethodConfig config(ComparedMethod method, TaskData data, Map<String, Double> given) {
    return switch (method) {
      case PRINTED -> slrm(data, given).asPrinted().build();
      case SLRM, LOGISTIC -> slrm(data, given).build();
      // Published PETRELS starts at random.
      case SMPCR -> smpcr(data, given).withForgetting(1).withRandomStart(true);
      case FADING -> smpcr(data, given);
      case MPCR -> mpcr(data, given);
      default -> AutoConfig.defaults();
    };
  }

  private SlrmConfig.Builder slrm(TaskData data, Map<String, Double> given) {
    SlrmConfig.Builder b =
        SlrmConfig.builder()
            .rank(data.rank())
            .scaling(data.scaling())
            .maxPasses(scale.maxPasses())
            .patience(scale.patience())
            .search(scale.searchSettings(), scale.searchVisits());
    if (!given.isEmpty()) {
      b.reconstructionWeight(given.get("reconstructionWeight"))
          .l1(given.get("l1"))
          .l2(given.get("l2"))
          .stepSize(given.get("stepSize"))
          .constantRounds(given.get("constantRounds").longValue())
          .initialUncertainty(given.get("initialUncertainty"));
    }
    return b;
  }

  private SmpcrConfig smpcr(TaskData data, Map<String, Double> given) {
    SmpcrConfig c =
        SmpcrConfig.defaults()
            .withRank(data.rank())
            .withScaling(data.scaling())
            .withPasses(scale.maxPasses(), scale.patience())
            .withSearch(scale.searchSettings(), scale.searchVisits());
    return given.isEmpty()
        ? c
        : c.withL1(given.get("l1"))
            .withStepSize(given.get("stepSize"))
            .withConstantRounds(given.get("constantRounds").longValue())
            .withInitialUncertainty(given.get("initialUncertainty"))
            .withRandomStart(given.get("randomStart") > 0);
  }

  private static MpcrConfig mpcr(TaskData data, Map<String, Double> given) {
    MpcrConfig c =
        MpcrConfig.defaults()
            .withRank(data.rank())
            .withScaling(data.scaling())
            .withPasses(500, CONVERGED);
    return given.isEmpty() ? c : c.withL1(given.get("l1"));
  }

  private static Map<String, Double> parameters(Map<String, Object> settings) {
    Map<String, Double> out = new LinkedHashMap<>();
    for (String name : PARAMETERS) {
      if (settings.get(name) instanceof Number value) {
        out.put(name, value.doubleValue());
      } else if (settings.get(name) instanceof Boolean value) {
        out.put(name, value ? 1.0 : 0.0);
      }
    }
    return out;
  }

  private static IncompleteMatrix labels(Simulation.Sample rows, double mean, boolean classes) {
    return IncompleteMatrix.ofColumn(
        Arrays.stream(rows.y()).map(v -> classes ? (v > 0 ? 1 : 0) : v - mean).toArray());
  }

  /** Expected label in {−1, 1}, so that squared errors are comparable between methods. */
  private static double[] expected(Predictions p) {
    return IntStream.range(0, p.rows())
        .mapToDouble(i -> 2 * p.probabilities().of(i, 0, 1) - 1)
        .toArray();
  }

  /** The variance of labels. */
  static double variance(double[] y) {
    double[] mean = new double[y.length];
    Arrays.fill(mean, Arrays.stream(y).average().orElse(0));
    return Metrics.mse(y, mean);
  }
}
