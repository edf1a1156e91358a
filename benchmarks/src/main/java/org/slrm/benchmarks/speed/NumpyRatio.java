package org.slrm.benchmarks.speed;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.LikelihoodRows;
import org.slrm.internal.factor.LocalRows;
import org.slrm.internal.factor.MaximizationStep;
import org.slrm.internal.factor.Prior;
import org.slrm.internal.factor.RowPlan;
import org.slrm.internal.label.Gaussian;
import org.slrm.internal.linalg.Kernels;
import org.slrm.internal.linalg.Orthonormal;
import org.slrm.internal.run.Workers;
import org.slrm.paper.internal.algorithm.AlgorithmOne;
import org.slrm.paper.internal.algorithm.label.LabelStep;
import org.slrm.paper.internal.algorithm.passes.StepSize;
import org.slrm.paper.internal.step.Forgetting;
import org.slrm.paper.internal.step.ProximalStep;
import org.slrm.paper.internal.step.RecursiveLeastSquaresStep;

/**
 * A pass of Algorithm 1 and an iteration of the likelihood solver beside vectorised NumPy, in turns
 * on the same numbers, by the clock and by processor time, with the results compared. Arguments:
 * {@code algorithm1|likelihood} PYTHON FOLDER-OF-PEERS [threads for NumPy].
 */
public final class NumpyRatio {
  private static final int N = 12_800;
  private static final int D = 100;
  private static final int RANK = 30;
  private static final int REPEATS = 9;
  private static final long WARM_NANOS = 8_000_000_000L;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final Path folder;
  private final double[] X = new double[N * D];
  private final double[] y = new double[N];
  private final double[] U = new double[D * RANK];
  private final double[] w = new double[RANK];
  private final double[] psi = new double[D];
  private final IncompleteMatrix x;

  private NumpyRatio() throws IOException {
    folder = Files.createTempDirectory("slrm-numpy");
    Random random = new Random(1);
    Arrays.setAll(U, k -> random.nextGaussian());
    Orthonormal.columns(U, D, RANK);
    Arrays.setAll(w, k -> random.nextGaussian());
    IncompleteMatrix.Builder rows = IncompleteMatrix.builder(D);
    for (int i = 0; i < N; i++) {
      row(i, random, rows);
    }
    x = rows.build();
    for (int k = 0; k < U.length; k++) {
      U[k] += 0.02 * random.nextGaussian();
    }
    Orthonormal.columns(U, D, RANK);
    write("X", X);
    write("y", y);
    write("U", U);
    write("w", w);
    Arrays.fill(psi, 0.05);
    write("V", U);
    write("mu", new double[D]);
    write("psi", psi);
    Files.writeString(
        folder.resolve("meta.json"),
        """
        {"n": %d, "D": %d, "d": %d,
         "lambda1": 1.0, "lambda2": 0.01, "lambda3": 0.01, "rho": 0.001, "delta": 10.0}
        """
            .formatted(N, D, RANK));
  }

  /** x = Uα + noise with a quarter of the entries missing, y = wᵀα + noise. */
  private void row(int i, Random random, IncompleteMatrix.Builder rows) {
    double[] alpha = random.doubles(RANK).map(u -> random.nextGaussian()).toArray();
    for (int j = 0; j < D; j++) {
      double value = 0.1 * random.nextGaussian();
      for (int k = 0; k < RANK; k++) {
        value += U[j * RANK + k] * alpha[k];
      }
      X[i * D + j] = random.nextDouble() < 0.75 ? value : Double.NaN;
      if (!Double.isNaN(X[i * D + j])) {
        rows.entry(j, value);
      }
    }
    rows.endRow();
    y[i] = 0.1 * random.nextGaussian();
    for (int k = 0; k < RANK; k++) {
      y[i] += w[k] * alpha[k];
    }
  }

  /** Runs one comparison. */
  public static void main(String[] args) throws IOException, InterruptedException {
    NumpyRatio data = new NumpyRatio();
    System.out.println("kernels: " + Kernels.active().name());
    String script = "numpy_" + args[0] + ".py";
    ProcessBuilder builder =
        new ProcessBuilder(args[1], Path.of(args[2], script).toString(), data.folder.toString());
    if (args.length > 3) {
      builder.environment().put("OPENBLAS_NUM_THREADS", args[3]);
      builder.environment().put("OMP_NUM_THREADS", args[3]);
    }
    Process numpy = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (Writer ask = numpy.outputWriter();
        BufferedReader answer = numpy.inputReader()) {
      answer.readLine();
      Supplier<Spent> peer = () -> ask(ask, answer);
      if (args[0].equals("algorithm1")) {
        data.algorithm1(peer);
      } else {
        data.likelihood(peer);
      }
    }
    numpy.waitFor();
  }

  private static Spent ask(Writer ask, BufferedReader answer) {
    try {
      ask.write("run\n");
      ask.flush();
      String[] seconds = answer.readLine().split(" ");
      return new Spent(Double.parseDouble(seconds[0]), Double.parseDouble(seconds[1]));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private void algorithm1(Supplier<Spent> numpy) throws IOException {
    AlgorithmOne[] last = new AlgorithmOne[1];
    alternate(() -> spent(() -> last[0] = pass()), null, numpy);
    report("U", last[0].basis());
    report("w", last[0].coefficients());
  }

  private AlgorithmOne pass() {
    AlgorithmOne algorithm =
        new AlgorithmOne(
            U.clone(),
            w.clone(),
            new LabelStep(Gaussian.LABEL, 1, new ProximalStep(0.01, 0.01), 0),
            new StepSize(0.001, N),
            new RecursiveLeastSquaresStep(D, RANK, 10, Forgetting.NONE));
    for (int i = 0; i < N; i++) {
      algorithm.round(x, i, y[i], 1);
    }
    return algorithm;
  }

  private void likelihood(Supplier<Spent> numpy) throws IOException {
    double[] omega = new double[D];
    Arrays.fill(omega, 1);
    Factors start = new Factors(RANK, new double[D], U, psi);
    RowPlan plan = new RowPlan(x, null, 0);
    MaximizationStep maximization = new MaximizationStep(Prior.none(false), omega, D);
    LikelihoodRows.Round[] last = new LikelihoodRows.Round[1];
    Factors[] next = new Factors[1];
    try (Workers one = Workers.of(1);
        Workers two = Workers.of(2)) {
      List<Supplier<Spent>> ours = new ArrayList<>();
      for (int t = 0; t < 2; t++) {
        LocalRows rows = new LocalRows(plan, D, t == 0 ? one : two);
        ours.add(
            () ->
                spent(
                    () -> {
                      last[0] = rows.round(start, omega, maximization);
                      next[0] = last[0].maximized();
                    }));
      }
      alternate(ours.get(0), ours.get(1), numpy);
    }
    report("V", next[0].V());
    report("mu", next[0].mu());
    report("psi", next[0].psi());
    report("objective", new double[] {last[0].objective()});
  }

  /** Wall-clock seconds and CPU seconds; ours by the calling thread. */
  private record Spent(double clock, double processor) {}

  private static Spent spent(Runnable task) {
    long start = System.nanoTime();
    long used = THREADS.getCurrentThreadCpuTime();
    task.run();
    used = THREADS.getCurrentThreadCpuTime() - used;
    return new Spent((System.nanoTime() - start) / 1e9, used / 1e9);
  }

  /** Ours with one thread, NumPy, ours with two where requested; in turns. */
  private static void alternate(
      Supplier<Spent> one, @Nullable Supplier<Spent> two, Supplier<Spent> numpy) {
    // The optimising compiler needs seconds for the kernels.
    long start = System.nanoTime();
    while (System.nanoTime() - start < WARM_NANOS) {
      one.get();
      if (two != null) {
        two.get();
      }
    }
    Spent[][] times = new Spent[3][REPEATS];
    for (int r = 0; r < REPEATS; r++) {
      times[0][r] = one.get();
      times[1][r] = numpy.get();
      times[2][r] = two == null ? times[0][r] : two.get();
    }
    System.out.printf(Locale.ROOT, "medians of %d%n", REPEATS);
    compare("clock", times, Spent::clock);
    compare("processor", times, Spent::processor);
    if (two != null) {
      double both = median(times[2], Spent::clock);
      System.out.printf(
          Locale.ROOT,
          "two threads %.4f s by the clock, one over two threads %.2f%n",
          both,
          median(times[0], Spent::clock) / both);
    }
  }

  private static void compare(String what, Spent[][] times, ToDoubleFunction<Spent> seconds) {
    double ours = median(times[0], seconds);
    double theirs = median(times[1], seconds);
    System.out.printf(
        Locale.ROOT,
        "%s: ours %.4f s, NumPy %.4f s, ratio %.1f%n",
        what,
        ours,
        theirs,
        theirs / ours);
  }

  private static double median(Spent[] times, ToDoubleFunction<Spent> seconds) {
    double[] sorted = Arrays.stream(times).mapToDouble(seconds).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  /** Largest difference to NumPy's result, relative to the largest number. */
  private void report(String name, double[] ours) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(folder.resolve(name + ".numpy")));
    bytes.order(ByteOrder.LITTLE_ENDIAN);
    double size = 0;
    double difference = 0;
    for (double value : ours) {
      size = Math.max(size, Math.abs(value));
      difference = Math.max(difference, Math.abs(value - bytes.getDouble()));
    }
    boolean agrees = difference <= 1e-8 * Math.max(1, size);
    System.out.printf(
        Locale.ROOT, "%s: differs by %.1e%s%n", name, difference, agrees ? "" : ", TOO MUCH");
  }

  private void write(String name, double[] values) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asDoubleBuffer().put(values);
    Files.write(folder.resolve(name), bytes.array());
  }
}
