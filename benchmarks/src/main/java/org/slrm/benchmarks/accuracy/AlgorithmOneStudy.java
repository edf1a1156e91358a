package org.slrm.benchmarks.accuracy;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteMatrix;
import org.slrm.data.Scaling;
import org.slrm.method.MethodConfig;
import org.slrm.paper.MpcrConfig;
import org.slrm.paper.Simulation;
import org.slrm.paper.SlrmConfig;
import org.slrm.paper.SmpcrConfig;
import org.slrm.result.Metrics;

/**
 * Effect of single options of Algorithm 1, on tables of the paper's model with seeds that the
 * reproduction does not use. Prints test error relative to the labels' variance.
 *
 * <pre>
 * AlgorithmOneStudy FEATURES RANK ROWS NOISE KEEP FIRST_SEED SEEDS            options, and the rivals
 * AlgorithmOneStudy holdout FEATURES RANK ROWS NOISE KEEP FIRST_SEED SEEDS    hold-out by pass or row, start or not
 * </pre>
 */
public final class AlgorithmOneStudy {
  private static final int PASSES = 100;

  private final int features;
  private final int rank;
  private final int rows;
  private final double noise;
  private final double keep;
  private final long firstSeed;
  private final int seeds;

  private AlgorithmOneStudy(String[] args) {
    features = Integer.parseInt(args[0]);
    rank = Integer.parseInt(args[1]);
    rows = Integer.parseInt(args[2]);
    noise = Double.parseDouble(args[3]);
    keep = Double.parseDouble(args[4]);
    firstSeed = Long.parseLong(args[5]);
    seeds = Integer.parseInt(args[6]);
  }

  /** Prints a line for each method. */
  public static void main(String[] args) {
    if (args[0].equals("holdout")) {
      new AlgorithmOneStudy(Arrays.copyOfRange(args, 1, args.length)).holdOut();
    } else {
      new AlgorithmOneStudy(args).options();
    }
  }

  private SlrmConfig.Builder printed() {
    return SlrmConfig.builder().rank(rank).scaling(Scaling.Kind.NONE).maxPasses(PASSES).asPrinted();
  }

  /** Every option alone, added to the algorithm as printed. */
  private Map<String, MethodConfig> methods() {
    Map<String, MethodConfig> out = new LinkedHashMap<>();
    out.put("as printed", printed().build());
    out.put("as printed, δ = 1", printed().initialUncertainty(1).build());
    out.put("the start counts", printed().startCounts(true).build());
    out.put("forgetting 1 − 1/n", printed().forgetting(null).build());
    out.put("averaging", printed().averaging(true).build());
    out.put("label-free end", printed().labelFreeEnd(true).build());
    out.put("refit", printed().refit(true).build());
    out.put("three starts", printed().starts(3).build());
    out.put("`--method slrm`", printed().startCounts(true).forgetting(null).build());
    SmpcrConfig smpcr =
        SmpcrConfig.defaults()
            .withRank(rank)
            .withScaling(Scaling.Kind.NONE)
            .withPasses(PASSES, SmpcrConfig.defaults().patience());
    out.put("SMPCR", smpcr.withForgetting(1).withRandomStart(true));
    out.put("SMPCR, start of SLRM", smpcr.withForgetting(1).withRandomStart(false));
    out.put("SMPCR, fading", smpcr);
    out.put(
        "MPCR",
        MpcrConfig.defaults().withRank(rank).withScaling(Scaling.Kind.NONE).withPasses(500, 1e-6));
    return out;
  }

  private void options() {
    methods()
        .forEach(
            (name, method) -> {
              double[] errors = new double[seeds];
              Arrays.setAll(errors, k -> error(fit(firstSeed + k, method), firstSeed + k));
              print(name, errors);
            });
  }

  /** The settings that the search found by passes, run with either kind of hold-out. */
  private void holdOut() {
    Map<String, double[]> errors = new LinkedHashMap<>();
    for (int k = 0; k < seeds; k++) {
      long seed = firstSeed + k;
      Map<String, Object> found = fit(seed, printed().build()).report().settings();
      for (boolean start : new boolean[] {false, true}) {
        for (SlrmConfig.HoldOutEvery every : SlrmConfig.HoldOutEvery.values()) {
          SlrmConfig config =
              with(found).maxPasses(10).startCounts(start).holdOutEvery(every).build();
          String name = every.name().toLowerCase(Locale.ROOT) + (start ? ", start counts" : "");
          errors.computeIfAbsent(name, n -> new double[seeds])[k] = error(fit(seed, config), seed);
        }
      }
    }
    errors.forEach(AlgorithmOneStudy::print);
  }

  private SlrmConfig.Builder with(Map<String, Object> found) {
    return printed()
        .reconstructionWeight((double) found.get("reconstructionWeight"))
        .l1((double) found.get("l1"))
        .l2((double) found.get("l2"))
        .stepSize((double) found.get("stepSize"))
        .constantRounds((long) found.get("constantRounds"))
        .initialUncertainty((double) found.get("initialUncertainty"));
  }

  private static void print(String name, double[] errors) {
    System.out.printf(
        Locale.ROOT,
        "| %s | %.4g | %s |%n",
        name,
        Arrays.stream(errors).average().orElseThrow(),
        Arrays.stream(errors)
            .mapToObj(e -> String.format(Locale.ROOT, "%.4g", e))
            .collect(Collectors.joining(", ")));
  }

  private Simulation simulation(long seed) {
    return Simulation.builder()
        .rows(rows)
        .features(features)
        .rank(rank)
        .nonzeros(Math.max(1, rank / 3))
        .keep(keep)
        .keepTest(0.75)
        .noise(noise)
        .seed(seed)
        .build();
  }

  private SlrmModel fit(long seed, MethodConfig method) {
    Simulation s = simulation(seed);
    Simulation.Sample train = s.train();
    Simulation.Sample held = s.validation(500);
    return Slrm.with(method)
        .seed(seed)
        .threads(1)
        .folds(0)
        .validation(held.x(), IncompleteMatrix.ofColumn(held.y()))
        .fit(train.x(), IncompleteMatrix.ofColumn(train.y()));
  }

  private double error(SlrmModel model, long seed) {
    Simulation.Sample test = simulation(seed).test(4000);
    double[] zero = new double[test.y().length];
    return Metrics.mse(test.y(), model.predict(test.x()).mean()) / Metrics.mse(test.y(), zero);
  }
}
