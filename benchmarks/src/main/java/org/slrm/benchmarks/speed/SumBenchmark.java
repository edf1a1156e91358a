package org.slrm.benchmarks.speed;

import java.util.concurrent.TimeUnit;
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
import org.slrm.internal.linalg.Kernels;
import org.slrm.internal.linalg.Packed;

/**
 * Sums over observed rows, which depend on the observed fraction, with their arithmetic counted.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class SumBenchmark {
  private static final int LISTS = 64;

  private final Kernels kernels = Kernels.active();
  private double[] outers = {};
  private double[] sums = {};
  private int[] index = {};
  private int[] starts = {};

  /** Creates the operands. */
  @Setup
  public void prepare(Shape s) {
    int q = Packed.length(s.d);
    outers = new double[s.D * q];
    for (int j = 0; j < s.D; j++) {
      Packed.addOuter(outers, j * q, 1, s.V, j * s.d, s.d);
    }
    sums = new double[LISTS * q + Kernels.SPARE];
    starts = new int[LISTS + 1];
    index = new int[LISTS * s.observed.length];
    for (int t = 0; t < LISTS; t++) {
      System.arraycopy(s.observed, 0, index, starts[t], s.observed.length);
      starts[t + 1] = starts[t] + s.observed.length;
    }
  }

  /** Sums of precomputed outer products, 64 patterns at once: one addition per entry. */
  @Benchmark
  public double[] sumRows(Shape s, Flops f) {
    int q = Packed.length(s.d);
    kernels.sumRows(outers, q, q, index, starts, LISTS, sums, q);
    f.flops += (double) starts[LISTS] * q;
    return sums;
  }

  /** Sums of outer products from the rows: two operations per entry. */
  @Benchmark
  public double[] sumOuters(Shape s, Flops f) {
    kernels.sumOuters(s.V, s.d, s.observed, 0, s.observed.length, sums, 0);
    f.flops += 2.0 * s.observed.length * s.packed();
    return sums;
  }
}
