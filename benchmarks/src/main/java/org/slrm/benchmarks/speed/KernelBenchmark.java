package org.slrm.benchmarks.speed;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.slrm.internal.linalg.Kernels;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.SpdBatch;
import org.slrm.internal.linalg.SpdFactor;

/** Each kernel that works on whole matrices, with its arithmetic counted. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class KernelBenchmark {
  /** Rank. */
  @Param({"5", "10", "30", "64", "128", "181"})
  public int d;

  private final Kernels kernels = Kernels.active();
  private double[] sums = {};
  private double[] gram = {};
  private double[] quads = {};
  private double[] v = {};
  private double[] pending = {};
  private double[] scales = {};
  private double[] alpha = {};
  private double[] square = {};
  private double[] product = {};
  private int stride;
  private SpdBatch batch = kernels.spdBatch(1);
  private SpdFactor single = new SpdFactor(1);

  /** Creates the operands. */
  @Setup
  public void prepare() {
    Random random = new Random(2);
    int q = Packed.length(d);
    gram = new double[q];
    double[] rows = random.doubles(2L * d * d, -1, 1).toArray();
    for (int r = 0; r < 2 * d; r++) {
      Packed.addOuter(gram, 0, 1.0 / d, rows, r * d, d);
    }
    for (int c = 0; c < d; c++) {
      gram[Packed.at(c, c)] += 1;
    }
    sums = new double[q];
    quads = random.doubles(4L * q).toArray();
    v = new double[4 * d + 4];
    pending = random.doubles(16L * d, -1, 1).toArray();
    scales = new double[16];
    alpha = random.doubles(d, -1, 1).toArray();
    stride = (d + 3) / 4 * 4;
    square = random.doubles((long) stride * stride, -1, 1).toArray();
    product = new double[stride * stride];
    batch = kernels.spdBatch(d);
    single = new SpdFactor(d);
  }

  /** Cholesky factors of a batch: d³/3. */
  @Benchmark
  public SpdBatch factor(Flops f) {
    fill();
    batch.factor();
    f.flops += batch.lanes() * Math.pow(d, 3) / 3;
    return batch;
  }

  /** Factors and inverses of a batch: d³. */
  @Benchmark
  public double[] factorAndInvert(Flops f) {
    fill();
    batch.factor();
    batch.invert();
    for (int lane = 0; lane < batch.lanes(); lane++) {
      batch.inverse(lane, sums, 0);
    }
    f.flops += batch.lanes() * Math.pow(d, 3);
    return sums;
  }

  private void fill() {
    for (int lane = 0; lane < batch.lanes(); lane++) {
      batch.set(lane, gram, 0);
    }
  }

  /** One factor and one solve: d³/3 + 2d². */
  @Benchmark
  public double[] factorAndSolve(Flops f) {
    single.factor(gram, 0);
    System.arraycopy(alpha, 0, v, 0, d);
    single.solve(v);
    f.flops += Math.pow(d, 3) / 3 + 2.0 * d * d;
    return v;
  }

  /** R_j†α of four features for four rows, and the updates of R_j†: 2d² + d(d+1) each. */
  @Benchmark
  public double[] updateInverses(Flops f) {
    for (int p = 0; p < Kernels.UPDATES; p++) {
      kernels.multiplyQuad(quads, 0, scales, 0, pending, 0, p, alpha, v, d);
    }
    kernels.addOutersQuad(quads, 0, scales, 0, pending, 0, d);
    f.flops += Kernels.UPDATES * 4 * (2.0 * d * d + 2 * Packed.length(d));
    return quads;
  }

  /** Product of square matrices, as in the polar factor: 2d³. */
  @Benchmark
  public double[] multiply(Flops f) {
    kernels.multiply(square, stride, square, product, d, d, stride);
    f.flops += 2.0 * d * d * d;
    return product;
  }
}
