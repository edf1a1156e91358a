package org.slrm.benchmarks.scaling;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.slrm.Slrm;
import org.slrm.Trainer;
import org.slrm.data.RowBlocks;
import org.slrm.io.cache.RowCache;
import org.slrm.io.column.ReadOptions;
import org.slrm.method.LikelihoodConfig;
import org.slrm.method.MethodConfig;
import org.slrm.paper.Simulation;
import org.slrm.paper.SlrmConfig;
import org.slrm.paper.SmpcrConfig;

/**
 * One point of the study, in a separate process: warms up, repeats the fit for about a second and
 * at least once, and prints the median of the fitting thread's CPU seconds, which other processes
 * inflate less than the wall clock, and the peak of the heap in MB.
 */
final class Measured {
  private static final double WARM_UP = 3;
  private static final double MIN_SECONDS = 1;
  private static final int MAX = 5;

  private Measured() {}

  /** The method and the data. */
  record Point(String method, int rows, int features, int rank, double keep) {
    static Point of(String[] words) {
      return new Point(
          words[0],
          Integer.parseInt(words[1]),
          Integer.parseInt(words[2]),
          Integer.parseInt(words[3]),
          Double.parseDouble(words[4]));
    }

    List<String> words() {
      return List.of(method, "" + rows, "" + features, "" + rank, "" + keep);
    }

    boolean streamed() {
      return method.startsWith("stream-");
    }

    MethodConfig config() {
      return switch (method) {
        case "slrm", "stream-slrm" ->
            SlrmConfig.builder()
                .rank(rank)
                .reconstructionWeight(100)
                .l1(0.01)
                .l2(0)
                .stepSize(0.01)
                .maxPasses(1)
                .build();
        case "smpcr", "stream-smpcr" ->
            SmpcrConfig.defaults().withRank(rank).withL1(0.01).withStepSize(0.01).withMaxPasses(1);
        default -> LikelihoodConfig.defaults().withRank(rank).withMaxIterations(3).withTolerance(0);
      };
    }
  }

  public static void main(String[] args) {
    Point point = Point.of(args);
    Point small =
        new Point(point.method, Math.min(point.rows, 5000), point.features, point.rank, point.keep);
    Runnable warmUp = task(small);
    double start = cpuSeconds();
    do {
      warmUp.run();
    } while (cpuSeconds() - start < WARM_UP);
    Runnable task = task(point);
    List<Double> seconds = new ArrayList<>();
    double spent = 0;
    System.gc();
    pools().forEach(MemoryPoolMXBean::resetPeakUsage);
    while (seconds.isEmpty() || (spent < MIN_SECONDS && seconds.size() < MAX)) {
      double from = cpuSeconds();
      task.run();
      seconds.add(cpuSeconds() - from);
      spent += seconds.get(seconds.size() - 1);
    }
    double peak = pools().stream().mapToLong(p -> p.getPeakUsage().getUsed()).sum() / 1e6;
    double median = seconds.stream().sorted().toList().get(seconds.size() / 2);
    System.out.printf(Locale.ROOT, "%.5f %.1f%n", median, peak);
  }

  private static double cpuSeconds() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e9;
  }

  private static List<MemoryPoolMXBean> pools() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(p -> p.getType() == MemoryType.HEAP)
        .toList();
  }

  private static Runnable task(Point p) {
    Trainer trainer = Slrm.with(p.config()).threads(1).folds(0);
    if (p.streamed()) {
      return streamed(p, trainer);
    }
    Simulation.Sample data =
        Simulation.builder()
            .rows(p.rows)
            .features(p.features)
            .rank(p.rank)
            .nonzeros(Math.min(5, p.rank))
            .keep(p.keep)
            .noise(0.3)
            .build()
            .train();
    return () -> trainer.fit(data.x(), data.y());
  }

  /** Parsing, writing the cache and one pass: all of {@code fit --stream}. */
  private static Runnable streamed(Point p, Trainer trainer) {
    try {
      Path file = Files.createTempFile("slrm-scaling", ".csv");
      file.toFile().deleteOnExit();
      BigTable.write(p.rows, p.features, p.rank, p.keep, 1, file);
      ReadOptions options = ReadOptions.builder().target("y").build();
      return () -> {
        try (RowCache rows =
            RowCache.temporary(file.toString(), options, file.getParent(), count -> true)) {
          trainer.fit(rows, RowBlocks.Passes.defaults().withMaxPasses(1));
        }
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
