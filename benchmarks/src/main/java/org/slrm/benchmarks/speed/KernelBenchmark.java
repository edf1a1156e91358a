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
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.slrm.internal.linalg.Kernels;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.SpdBatch;
import org.slrm.internal.linalg.SpdFactor;

/** Each kernel by itself, with its arithmetic counted. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class KernelBenchmark {
  private static final int LISTS = 64;

  private final Kernels kernels = Kernels.active();
  private double[] outers = {};
  private double[] sums = {};
  private double[] gram = {};
  private double[] quads = {};
  private double[] v = {};
  private double[] pending = {};
  private double[] scales = {};
  private double[] alpha = {};
  private double[] square = {};
  private double[] product = {};
  private int[] index = {};
  private int[] starts = {};
  private int stride;
  private SpdBatch batch = kernels.spdBatch(1);
  private SpdFactor single = new SpdFactor(1);

  /** Makes the operands. */
  @Setup
  public void prepare(Shape s) {
    Random random = new Random(2);
    int q = Packed.length(s.d);
    outers = new double[s.D * q];
    gram = new double[q + Kernels.SPARE];
    for (int j = 0; j < s.D; j++) {
      Packed.addOuter(outers, j * q, 1, s.V, j * s.d, s.d);
      Packed.addOuter(gram, 0, 1, s.V, j * s.d, s.d);
    }
    for (int c = 0; c < s.d; c++) {
      gram[Packed.at(c, c)] += 1;
    }
    sums = new double[LISTS * q + Kernels.SPARE];
    starts = new int[LISTS + 1];
    index = new int[LISTS * s.observed.length];
    for (int t = 0; t < LISTS; t++) {
      System.arraycopy(s.observed, 0, index, starts[t], s.observed.length);
      starts[t + 1] = starts[t] + s.observed.length;
    }
    quads = random.doubles(4L * q).toArray();
    v = new double[4 * s.d];
    pending = random.doubles(16L * s.d, -1, 1).toArray();
    scales = new double[16];
    alpha = random.doubles(s.d, -1, 1).toArray();
    stride = (s.d + 3) / 4 * 4;
    square = random.doubles((long) stride * stride, -1, 1).toArray();
    product = new double[stride * stride];
    batch = kernels.spdBatch(s.d);
    single = new SpdFactor(s.d);
  }

  /** Sums of outer products made beforehand, 64 patterns at once: one addition an entry. */
  @Benchmark
  public double[] sumRows(Shape s, Flops f) {
    int q = Packed.length(s.d);
    kernels.sumRows(outers, q, q, index, starts, LISTS, sums, q);
    f.flops += (double) starts[LISTS] * q;
    return sums;
  }

  /** Sums of outer products from the rows: two operations an entry. */
  @Benchmark
  public double[] sumOuters(Shape s, Flops f) {
    kernels.sumOuters(s.V, s.d, s.observed, 0, s.observed.length, sums, 0);
    f.flops += 2.0 * s.observed.length * s.packed();
    return sums;
  }

  /** Cholesky factors of a batch: d³/3. */
  @Benchmark
  public SpdBatch factor(Shape s, Flops f) {
    fill();
    batch.factor();
    f.flops += batch.lanes() * Math.pow(s.d, 3) / 3;
    return batch;
  }

  /** Factors and inverses of a batch: d³. */
  @Benchmark
  public double[] factorAndInvert(Shape s, Flops f) {
    fill();
    batch.factor();
    batch.invert();
    for (int lane = 0; lane < batch.lanes(); lane++) {
      batch.inverse(lane, sums, 0);
    }
    f.flops += batch.lanes() * Math.pow(s.d, 3);
    return sums;
  }

  private void fill() {
    for (int lane = 0; lane < batch.lanes(); lane++) {
      batch.set(lane, gram, 0);
    }
  }

  /** One factor and one solve: d³/3 + 2d². */
  @Benchmark
  public double[] factorAndSolve(Shape s, Flops f) {
    single.factor(gram, 0);
    System.arraycopy(alpha, 0, v, 0, s.d);
    single.solve(v);
    f.flops += Math.pow(s.d, 3) / 3 + 2.0 * s.d * s.d;
    return v;
  }

  /** R_j†α of four features for four rows, and the updates of R_j†: 2d² + d(d+1) each. */
  @Benchmark
  public double[] updateInverses(Shape s, Flops f) {
    for (int p = 0; p < Kernels.UPDATES; p++) {
      kernels.multiplyQuad(quads, 0, scales, 0, pending, 0, p, alpha, v, s.d);
    }
    kernels.addOutersQuad(quads, 0, scales, 0, pending, 0, s.d);
    f.flops += Kernels.UPDATES * 4 * (2.0 * s.d * s.d + 2 * s.packed());
    return quads;
  }

  /** Product of square matrices, as in the polar factor: 2d³. */
  @Benchmark
  public double[] multiply(Shape s, Flops f) {
    kernels.multiply(square, stride, square, product, s.d, s.d, stride);
    f.flops += 2.0 * s.d * s.d * s.d;
    return product;
  }
}
