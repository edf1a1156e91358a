package org.slrm.benchmarks.speed;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
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
 * Runs the benchmarks and prints GFLOP/s and the share of the measured peak, or rows per second.
 * Arguments are JMH's, such as {@code KernelBenchmark -p d=30 -p share=0.75}.
 */
public final class SpeedSuite {
  private SpeedSuite() {}

  /** Runs the suite. */
  public static void main(String[] args) throws RunnerException, CommandLineOptionException {
    double peak =
        flops(run(new OptionsBuilder().include("PeakBenchmark").build()).iterator().next());
    System.out.printf(Locale.ROOT, "measured peak: %.1f GFLOP/s%n%n", peak / 1e9);
    System.out.println("| benchmark | d | share | GFLOP/s | of peak | rows/s |");
    System.out.println("|---|---|---|---|---|---|");
    for (RunResult result : run(new CommandLineOptions(args))) {
      String name = result.getParams().getBenchmark();
      List<String> cells =
          List.of(
              name.substring(name.lastIndexOf('.') + 1),
              parameter(result, "d"),
              parameter(result, "share"),
              number(flops(result) / 1e9, "%.1f"),
              number(100 * flops(result) / peak, "%.0f %%"),
              number(secondary(result, "rows"), "%,.0f"));
      System.out.println("| " + String.join(" | ", cells) + " |");
    }
  }

  private static Collection<RunResult> run(Options options) throws RunnerException {
    return new Runner(new OptionsBuilder().parent(options).verbosity(VerboseMode.SILENT).build())
        .run();
  }

  private static String parameter(RunResult result, String name) {
    String value = result.getParams().getParam(name);
    return value == null ? "" : value;
  }

  private static String number(double value, String format) {
    return value > 0 ? String.format(Locale.ROOT, format, value) : "";
  }

  private static double flops(RunResult result) {
    return secondary(result, "flops");
  }

  private static double secondary(RunResult result, String name) {
    Result<?> found = result.getSecondaryResults().get(name);
    return found == null ? 0 : found.getScore();
  }
}
