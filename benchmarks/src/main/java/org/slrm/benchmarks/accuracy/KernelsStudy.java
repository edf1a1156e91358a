package org.slrm.benchmarks.accuracy;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.slrm.Slrm;
import org.slrm.method.AutoConfig;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MethodConfig;
import org.slrm.paper.Simulation;
import org.slrm.paper.SlrmConfig;
import org.slrm.paper.SmpcrConfig;
import org.slrm.result.Metrics;

/**
 * Held-out errors of the methods whose loops are kernels, to nine digits: equal for plain Java,
 * vector instructions and earlier builds up to rounding. {@code -Dslrm.kernels} chooses.
 */
public final class KernelsStudy {
  private static final int RANK = 10;

  private KernelsStudy() {}

  /** Prints a line for each method and set-up. */
  public static void main(String[] args) {
    Map<String, MethodConfig> methods = new LinkedHashMap<>();
    methods.put(
        "likelihood",
        LikelihoodConfig.defaults().withRank(RANK).withMaxIterations(30).withTolerance(0));
    methods.put(
        "slrm",
        SlrmConfig.builder()
            .rank(RANK)
            .reconstructionWeight(100)
            .l1(0.01)
            .l2(0)
            .stepSize(0.01)
            .maxPasses(5)
            .build());
    methods.put(
        "smpcr",
        SmpcrConfig.defaults().withRank(RANK).withL1(0.01).withStepSize(0.01).withMaxPasses(5));
    methods.put("auto", AutoConfig.defaults());
    for (double keep : new double[] {0.75, 0.2}) {
      Simulation simulation =
          Simulation.builder()
              .rows(800)
              .features(100)
              .rank(RANK)
              .nonzeros(5)
              .keep(keep)
              .noise(0.3)
              .seed(1)
              .build();
      Simulation.Sample train = simulation.train();
      Simulation.Sample test = simulation.test(2000);
      methods.forEach(
          (name, method) -> {
            double[] p = Slrm.with(method).fit(train.x(), train.y()).predict(test.x()).mean();
            double mse = Metrics.mse(test.y(), p);
            System.out.printf(Locale.ROOT, "%s %.2f %.9g%n", name, keep, mse);
          });
    }
  }
}
