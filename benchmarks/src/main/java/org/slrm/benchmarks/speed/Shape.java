package org.slrm.benchmarks.speed;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.factor.Factors;

/** Sizes of the kernels' operands, and random numbers of these sizes. */
@State(Scope.Benchmark)
public class Shape {
  /** Rows of a table of tests. */
  static final int ROWS = 512;

  /** Rank. */
  @Param({"5", "10", "30", "64", "128", "181"})
  public int d;

  /** Fraction of observed entries. */
  @Param({"0.1", "0.5", "0.75", "1"})
  public double share;

  int D;
  double[] V = {};
  int[] observed = {};
  IncompleteMatrix x = IncompleteMatrix.builder(1).build();

  /** Draws the numbers. */
  @Setup
  public void draw() {
    Random random = new Random(1);
    D = Math.max(100, 2 * d);
    V = random.doubles((long) D * d, -1, 1).map(v -> v / Math.sqrt(d)).toArray();
    observed = IntStream.range(0, D).filter(j -> random.nextDouble() < share).toArray();
    double[][] rows = new double[ROWS][D];
    for (double[] row : rows) {
      Arrays.setAll(row, j -> random.nextDouble() < share ? random.nextGaussian() : Double.NaN);
    }
    x = IncompleteMatrix.ofNaN(rows);
  }

  /** Noise one, means zero. */
  Factors factors() {
    double[] psi = new double[D];
    Arrays.fill(psi, 1);
    return new Factors(d, new double[D], V.clone(), psi);
  }

  /** Length of a packed d×d matrix. */
  double packed() {
    return d * (d + 1) / 2.0;
  }
}
