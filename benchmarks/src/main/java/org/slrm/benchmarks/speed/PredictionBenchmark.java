package org.slrm.benchmarks.speed;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.slrm.Slrm;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteMatrix;
import org.slrm.method.LikelihoodConfig;
import org.slrm.result.Predictions;

/** Rows predicted per second by one core: 100 features, rank 30, 75 % observed. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 4, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class PredictionBenchmark {
  private static final int FEATURES = 100;
  private static final int ROWS = 8192;

  private @Nullable SlrmModel model;
  private IncompleteMatrix random = IncompleteMatrix.builder(1).build();
  private IncompleteMatrix shared = random;

  /** Fits for a few iterations: the values of predictions do not affect their speed. */
  @Setup
  public void fit() {
    Random numbers = new Random(1);
    IncompleteMatrix x = rows(1000, numbers, false);
    double[] y = numbers.doubles(1000, -1, 1).toArray();
    model =
        Slrm.with(LikelihoodConfig.defaults().withRank(30).withMaxIterations(3))
            .threads(1)
            .fit(x, y);
    random = rows(ROWS, numbers, false);
    shared = rows(ROWS, numbers, true);
  }

  private static IncompleteMatrix rows(int n, Random numbers, boolean onePattern) {
    double[][] rows = new double[n][FEATURES];
    for (double[] row : rows) {
      for (int j = 0; j < FEATURES; j++) {
        boolean observed = onePattern ? j % 4 != 3 : numbers.nextDouble() < 0.75;
        row[j] = observed ? numbers.nextGaussian() : Double.NaN;
      }
    }
    return IncompleteMatrix.ofNaN(rows);
  }

  /** Every row has a different pattern. */
  @Benchmark
  public Predictions randomPatterns(Flops f) {
    f.rows += ROWS;
    return model.predict(random, 0.9, 1);
  }

  /** All rows have the same pattern. */
  @Benchmark
  public Predictions onePattern(Flops f) {
    f.rows += ROWS;
    return model.predict(shared, 0.9, 1);
  }
}
