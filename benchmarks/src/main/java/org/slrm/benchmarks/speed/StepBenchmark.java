package org.slrm.benchmarks.speed;

import java.util.Arrays;
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
import org.slrm.internal.factor.ExpectationStep;
import org.slrm.internal.factor.FactorStatistics;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.RowPlan;
import org.slrm.internal.label.Gaussian;
import org.slrm.internal.linalg.Orthonormal;
import org.slrm.internal.run.Patterns;
import org.slrm.internal.run.Workers;
import org.slrm.paper.internal.algorithm.AlgorithmOne;
import org.slrm.paper.internal.algorithm.label.LabelStep;
import org.slrm.paper.internal.algorithm.passes.StepSize;
import org.slrm.paper.internal.step.Forgetting;
import org.slrm.paper.internal.step.ProximalStep;
import org.slrm.paper.internal.step.RecursiveLeastSquaresStep;

/** The solvers' steps on rows with distinct patterns, with their arithmetic counted. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
// The optimising compiler needs seconds for the kernels, more so beside the benchmark.
@Warmup(iterations = 8, time = 1)
@Measurement(iterations = 5, time = 400, timeUnit = TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class StepBenchmark {
  private double[] omega = {};
  private double[] y = {};
  private int row;
  private int patterns;
  private Factors factors = new Factors(0, omega, omega, omega);
  private @org.jspecify.annotations.Nullable RowPlan plan;
  private @org.jspecify.annotations.Nullable AlgorithmOne algorithm;

  /** Creates the rows' plan and starts Algorithm 1. */
  @Setup
  public void prepare(Shape s) {
    omega = new double[s.D];
    Arrays.fill(omega, 1);
    factors = s.factors();
    plan = new RowPlan(s.x, null, 0);
    patterns = Patterns.of(s.x).groups();
    y = new Random(3).doubles(Shape.ROWS, -1, 1).toArray();
    double[] U = s.V.clone();
    Orthonormal.columns(U, s.D, s.d);
    algorithm =
        new AlgorithmOne(
            U,
            new double[s.d],
            new LabelStep(Gaussian.LABEL, 1, new ProximalStep(0.01, 0.01), 0),
            new StepSize(0.01, Long.MAX_VALUE),
            new RecursiveLeastSquaresStep(s.D, s.d, 1, Forgetting.NONE));
  }

  /** Posteriors and statistics of 512 rows. */
  @Benchmark
  public FactorStatistics expectation(Shape s, Flops f) {
    FactorStatistics sums = new ExpectationStep(factors, omega).run(plan, Workers.single());
    double m = (double) s.x.known() / Shape.ROWS;
    double listed = Math.min(m, s.D - m);
    double d = s.d;
    // sums, statistics, factor and inverse: once for rows of one pattern
    double pattern = 2 * listed * s.packed() + d * d * d;
    // right-hand side, x a, code, outer product
    double row = 4 * m * d + 2 * d * d + 2 * s.packed();
    f.flops += patterns * pattern + Shape.ROWS * row;
    f.rows += Shape.ROWS;
    return sums;
  }

  /** A round of Algorithm 1. */
  @Benchmark
  public AlgorithmOne round(Shape s, Flops f) {
    row = (row + 1) % Shape.ROWS;
    algorithm.round(s.x, row, y[row], 1);
    double m = s.x.observed(row);
    double d = s.d;
    double code = 2 * Math.min(m, s.D - m) * s.packed() + d * d * d / 3 + 2 * m * d + 2 * d * d;
    double leastSquares = m * (2 * d * d + 2 * s.packed() + 4 * d);
    // Gram matrix, one product of the series, and all of the basis or, for few entries, a part.
    boolean lazy = 2 * m + 3 * d < s.D;
    double turned = lazy ? 4 * m * d * d + 6 * d * d * d : 2 * s.D * d * d;
    double polar = 2 * m * s.packed() + 2 * d * d * d + turned;
    f.flops += code + leastSquares + polar;
    f.rows += 1;
    return algorithm;
  }
}
