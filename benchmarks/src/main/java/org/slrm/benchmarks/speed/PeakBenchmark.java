package org.slrm.benchmarks.speed;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.slrm.internal.linalg.Kernels;

/** Peak speed of a large matrix product on this machine and virtual machine. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Fork(value = 2, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class PeakBenchmark {
  private static final int ROWS = 240;
  private static final int INNER = 120;
  private static final int COLUMNS = 108;

  private final double[] a = new Random(1).doubles(ROWS * INNER, -1, 1).toArray();
  private final double[] b = new Random(2).doubles(INNER * COLUMNS, -1, 1).toArray();
  private final double[] out = new double[ROWS * COLUMNS];

  /** The product of a 240×120 and a 120×108 matrix, which stay in the second-level cache. */
  @Benchmark
  public double[] product(Flops f) {
    Kernels.active().multiply(a, INNER, b, out, ROWS, INNER, COLUMNS);
    f.flops += 2.0 * ROWS * INNER * COLUMNS;
    return out;
  }
}
