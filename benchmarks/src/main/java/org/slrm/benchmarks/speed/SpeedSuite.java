package org.slrm.benchmarks.speed;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs the benchmarks and prints, for each observed fraction, GFLOP/s and the fraction of the
 * measured peak by rank, or rows per second. Arguments are JMH's, such as {@code StepBenchmark -p
 * d=30 -p share=0.75}; without any, everything runs.
 */
public final class SpeedSuite {
  private static final List<String> ALL =
      List.of("KernelBenchmark", "SumBenchmark", "StepBenchmark", "PredictionBenchmark");

  private SpeedSuite() {}

  /** Runs the suite. */
  public static void main(String[] args) throws RunnerException, CommandLineOptionException {
    double peak = peak(run(new OptionsBuilder().include("PeakBenchmark").build()));
    System.out.printf(Locale.ROOT, "measured peak: %.1f GFLOP/s%n", peak / 1e9);
    Options options = new CommandLineOptions(args);
    if (!options.getIncludes().isEmpty()) {
      print(run(options), peak);
      return;
    }
    for (String name : ALL) {
      print(run(new OptionsBuilder().parent(options).include(name).build()), peak);
    }
  }

  private static Collection<RunResult> run(Options options) throws RunnerException {
    return new Runner(new OptionsBuilder().parent(options).verbosity(VerboseMode.SILENT).build())
        .run();
  }

  /** The best iteration: the compiler places sums differently from start to start. */
  private static double peak(Collection<RunResult> results) {
    return results.stream()
        .flatMap(result -> result.getBenchmarkResults().stream())
        .flatMap(fork -> fork.getIterationResults().stream())
        .mapToDouble(iteration -> rate(iteration.getSecondaryResults(), "flops"))
        .max()
        .orElseThrow();
  }

  private static void print(Collection<RunResult> results, double peak) {
    Map<String, List<RunResult>> byFraction =
        results.stream()
            .collect(
                Collectors.groupingBy(
                    r -> parameter(r, "share"), TreeMap::new, Collectors.toList()));
    byFraction.forEach((fraction, group) -> table(fraction, group, peak));
  }

  /** A line for each benchmark, a column for each rank. */
  private static void table(String fraction, List<RunResult> results, double peak) {
    Map<String, Map<String, String>> lines = new TreeMap<>();
    Set<String> ranks = new LinkedHashSet<>();
    for (RunResult result : results) {
      String name = result.getParams().getBenchmark();
      String d = parameter(result, "d");
      ranks.add(d);
      lines
          .computeIfAbsent(name.substring(name.lastIndexOf('.') + 1), key -> new TreeMap<>())
          .put(d, cell(result, peak));
    }
    String observed = fraction.isEmpty() ? "" : ", fraction observed " + fraction;
    System.out.printf("%nGFLOP/s (fraction of the peak) by rank%s%n%n", observed);
    System.out.println("| benchmark | " + String.join(" | ", ranks) + " |");
    System.out.println("|---".repeat(ranks.size() + 1) + "|");
    lines.forEach(
        (name, cells) -> {
          List<String> line = new ArrayList<>(List.of(name));
          ranks.forEach(d -> line.add(cells.getOrDefault(d, "")));
          System.out.println("| " + String.join(" | ", line) + " |");
        });
  }

  private static String cell(RunResult result, double peak) {
    double flops = rate(result.getSecondaryResults(), "flops");
    double rows = rate(result.getSecondaryResults(), "rows");
    String rate =
        flops > 0
            ? String.format(Locale.ROOT, "%.1f (%.0f %%)", flops / 1e9, 100 * flops / peak)
            : "";
    return rows > 0 ? String.format(Locale.ROOT, "%s %,.0f rows/s", rate, rows).strip() : rate;
  }

  private static String parameter(RunResult result, String name) {
    String value = result.getParams().getParam(name);
    return value == null ? "" : value;
  }

  /** Per second of processor time. */
  @SuppressWarnings("rawtypes")
  private static double rate(Map<String, Result> results, String name) {
    return results.get(name).getScore() / results.get("seconds").getScore();
  }
}
