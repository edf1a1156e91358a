package org.slrm.internal.linalg.vector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slrm.internal.linalg.Cholesky;
import org.slrm.internal.linalg.Kernels;
import org.slrm.internal.linalg.Packed;
import org.slrm.internal.linalg.PlainKernels;
import org.slrm.internal.linalg.SpdBatch;
import org.slrm.internal.linalg.SpdFactor;

/** The kernels in use come to the bits of the plain ones, at awkward sizes too. */
class KernelsTest {
  private final Kernels plain = new PlainKernels();
  private final Kernels active = Kernels.active();

  @Test
  void vectorKernelsAreChosenWhereTheirModuleIsThere() {
    Assumptions.assumeTrue(
        ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent(), "module not resolved");
    Assumptions.assumeFalse("plain".equals(System.getProperty("slrm.kernels")), "plain asked for");
    assertTrue(active.name().startsWith("vector"), active.name());
  }

  @Property(tries = 60)
  void sumsOfRowsAgree(@ForAll @IntRange(min = 1, max = 150) int columns, @ForAll long seed) {
    Random random = new Random(seed);
    int width = columns + random.nextInt(3);
    int rows = 1 + random.nextInt(20);
    int lists = random.nextInt(6);
    double[] table = random.doubles((long) rows * width, -1, 1).toArray();
    int[] starts = new int[lists + 1];
    for (int t = 0; t < lists; t++) {
      starts[t + 1] = starts[t] + random.nextInt(12);
    }
    int[] index = random.ints(starts[lists], 0, rows).toArray();
    int stride = columns + random.nextInt(4);
    double[] expected = random.doubles((long) lists * stride).toArray();
    double[] actual = expected.clone();
    plain.sumRows(table, width, columns, index, starts, lists, expected, stride);
    active.sumRows(table, width, columns, index, starts, lists, actual, stride);
    assertSame(expected, actual);
  }

  @Property(tries = 60)
  void weightedSumsOfRowsAgree(@ForAll @IntRange(min = 1, max = 70) int width, @ForAll long seed) {
    Random random = new Random(seed);
    int count = random.nextInt(30);
    double[] table = random.doubles(20L * width + Kernels.SPARE, -1, 1).toArray();
    int[] index = random.ints(count, 0, 20).toArray();
    double[] weights = random.doubles(count, -1, 1).toArray();
    double[] expected = random.doubles(width + Kernels.SPARE).toArray();
    double[] actual = expected.clone();
    plain.sumWeightedRows(table, width, index, weights, count, expected);
    active.sumWeightedRows(table, width, index, weights, count, actual);
    assertSame(Arrays.copyOf(expected, width), Arrays.copyOf(actual, width));
    Arrays.fill(expected, width, expected.length, 0);
    double[] changed = table.clone();
    plain.addToRows(table, width, index, weights, count, expected);
    active.addToRows(changed, width, index, weights, count, expected);
    assertSame(table, changed);
  }

  @Property(tries = 60)
  void packedProductsAndUpdatesAgree(
      @ForAll @IntRange(min = 1, max = 70) int d, @ForAll long seed) {
    Random random = new Random(seed);
    int before = random.nextInt(3);
    double[] expected = random.doubles(before + Packed.length(d) + 1, -1, 1).toArray();
    double[] actual = expected.clone();
    double[] v = random.doubles(before + d, -1, 1).toArray();
    plain.addOuter(expected, before, -0.3, v, before, d);
    active.addOuter(actual, before, -0.3, v, before, d);
    assertSame(expected, actual);
    double[] product = new double[d];
    double[] other = new double[d];
    plain.multiplyPacked(expected, before, v, product, d);
    active.multiplyPacked(expected, before, v, other, d);
    assertSame(product, other);
  }

  @Property(tries = 60)
  void sumsOfOutersAgree(@ForAll @IntRange(min = 1, max = 70) int d, @ForAll long seed) {
    Random random = new Random(seed);
    int most = 3 + random.nextInt(20);
    double[] rows = random.doubles((long) most * d, -1, 1).toArray();
    int[] index = IntStream.range(0, most).filter(i -> random.nextInt(3) > 0).toArray();
    int q = Packed.length(d);
    double[] expected = new double[q + 2 + Kernels.SPARE];
    double[] actual = random.doubles(q + 2 + Kernels.SPARE).toArray();
    plain.sumOuters(rows, d, index, 0, index.length, expected, 2);
    active.sumOuters(rows, d, index, 0, index.length, actual, 2);
    assertSame(Arrays.copyOfRange(expected, 2, q + 2), Arrays.copyOfRange(actual, 2, q + 2));
  }

  @Property(tries = 60)
  void fourMatricesSideBySideAgree(@ForAll @IntRange(min = 1, max = 40) int d, @ForAll long seed) {
    Random random = new Random(seed);
    double[] expected = random.doubles(4L * Packed.length(d) + 4, -1, 1).toArray();
    double[] actual = expected.clone();
    double[] alpha = random.doubles(d, -1, 1).toArray();
    double[] u = random.doubles(3 + 16L * d, -1, 1).toArray();
    double[] s = random.doubles(17, -1, 1).toArray();
    double[] v = new double[4 * d + 4];
    double[] other = random.doubles(4L * d + 4).toArray();
    for (int waiting = 0; waiting < Kernels.UPDATES; waiting++) {
      plain.multiplyQuad(expected, 4, s, 1, u, 3, waiting, alpha, v, d);
      active.multiplyQuad(expected, 4, s, 1, u, 3, waiting, alpha, other, d);
      assertSame(v, other);
    }
    Arrays.fill(s, 13, 17, 0);
    double[] one = new double[Packed.length(d)];
    for (int k = 0; k < one.length; k++) {
      one[k] = expected[4 + 4 * k + 2];
    }
    for (int p = 0; p < 3; p++) {
      double[] mine = new double[d];
      for (int c = 0; c < d; c++) {
        mine[c] = u[3 + 4 * d * p + 4 * c + 2];
      }
      plain.addOuter(one, 0, s[1 + 4 * p + 2], mine, 0, d);
    }
    double[] product = new double[d];
    plain.multiplyPacked(one, 0, alpha, product, d);
    for (int c = 0; c < d; c++) {
      assertEquals(product[c], v[4 * c + 2], 1e-13 * d);
    }
    plain.addOutersQuad(expected, 4, s, 1, u, 3, d);
    active.addOutersQuad(actual, 4, s, 1, u, 3, d);
    assertSame(expected, actual);
    for (int k = 0; k < one.length; k++) {
      assertEquals(one[k], expected[4 + 4 * k + 2], 1e-14);
    }
  }

  @Property(tries = 60)
  void productsAgree(@ForAll @IntRange(min = 1, max = 40) int rows, @ForAll long seed) {
    Random random = new Random(seed);
    int k = 1 + random.nextInt(40);
    int columns = 4 * (1 + random.nextInt(10));
    int stride = k + random.nextInt(3);
    double[] a = random.doubles((long) rows * stride, -1, 1).toArray();
    double[] b = random.doubles((long) k * columns, -1, 1).toArray();
    double[] expected = new double[rows * columns];
    double[] actual = new double[rows * columns];
    plain.multiply(a, stride, b, expected, rows, k, columns);
    active.multiply(a, stride, b, actual, rows, k, columns);
    assertSame(expected, actual);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4, 5, 8, 13, 16, 30, 47})
  void oneFactorAgreesWithTheSlowOne(int d) {
    double[] matrix = matrices(d, 1);
    double[] full = new double[d * d];
    Packed.unpack(matrix, 0, full, d);
    assertTrue(Cholesky.factor(full, d, 0));
    SpdFactor factor = new SpdFactor(d);
    assertTrue(factor.factor(matrix, 0));
    double[] x = new Random(1).doubles(d, -1, 1).toArray();
    double[] expected = x.clone();
    Cholesky.solve(full, d, expected);
    factor.solve(x);
    assertClose(expected, x, 1e-14 * d);
    assertEquals(Cholesky.logDeterminant(full, d), factor.logDeterminant(), 1e-13 * d);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4, 5, 8, 13, 16, 30, 47, 128, 181})
  void aFactorThatLosesOuterProductsAgreesWithTheSlowOne(int d) {
    int count = d / 2 + 3;
    double[] rows = new Random(d).doubles((long) count * d, -1, 1).toArray();
    int[] index = IntStream.range(0, count).filter(e -> e % 3 > 0).toArray();
    double[] matrix = matrices(d, 1);
    double[] more = matrix.clone();
    for (int e : index) {
      Packed.addOuter(more, 0, 1, rows, e * d, d);
    }
    SpdFactor expected = new SpdFactor(d);
    assertTrue(expected.factor(matrix, 0));
    SpdFactor actual = new SpdFactor(d, index.length + 2);
    for (int round = 0; round < 2; round++) {
      assertTrue(actual.factor(actual.unpacked(more), rows, index, index.length));
      double[] x = new Random(1).doubles(d, -1, 1).toArray();
      double[] y = x.clone();
      expected.solve(x);
      actual.solve(y);
      assertClose(x, y, 1e-13 * d);
      assertEquals(expected.logDeterminant(), actual.logDeterminant(), 1e-12 * d);
    }
    matrix[Packed.at(d - 1, d - 1)] = -1;
    assertTrue(!expected.factor(matrix, 0));
  }

  @Property(tries = 60)
  void panelsAgree(@ForAll @IntRange(min = 1, max = 20) int panels, @ForAll long seed) {
    Random random = new Random(seed);
    int stride = 4 * panels;
    int above = random.nextInt(7);
    double[] expected = new double[(above + stride) * stride];
    for (int k = 0; k < above * stride; k++) {
      expected[k] = random.nextDouble() - 0.5;
    }
    int at = above * stride;
    double[] full = new double[stride * stride];
    double[] some = matrices(stride, 1);
    Packed.unpack(some, 0, full, stride);
    for (int k = 0; k < full.length; k++) {
      expected[at + k] = full[k] + (k % (stride + 1) == 0 ? above : 0);
    }
    double[] actual = expected.clone();
    double[] inverse = new double[stride + Kernels.SPARE];
    double[] other = new double[stride + Kernels.SPARE];
    for (int p = 0; p < stride; p += 4) {
      boolean done = plain.factorPanel(expected, at, stride, above, p, inverse);
      assertEquals(done, active.factorPanel(actual, at, stride, above, p, other));
      assertTrue(done);
    }
    assertSame(expected, actual);
    assertSame(inverse, other);
    double[] b = random.doubles(stride, -1, 1).toArray();
    double[] c = b.clone();
    plain.solvePanels(expected, at, stride, inverse, b);
    active.solvePanels(actual, at, stride, other, c);
    assertSame(b, c);
  }

  @Property(tries = 60)
  void productsOfRowsAgree(@ForAll @IntRange(min = 1, max = 70) int width, @ForAll long seed) {
    Random random = new Random(seed);
    int count = random.nextInt(30);
    double[] table = random.doubles(20L * width + Kernels.SPARE, -1, 1).toArray();
    int[] index = random.ints(count, 0, 20).toArray();
    double[] v = Arrays.copyOf(random.doubles(width, -1, 1).toArray(), width + Kernels.SPARE);
    double[] expected = new double[count];
    double[] actual = new double[count];
    plain.multiplyRows(table, width, index, count, v, expected);
    active.multiplyRows(table, width, index, count, v, actual);
    assertSame(expected, actual);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 30, 31, 45, 64, 65})
  void factorsAndInversesAgree(int d) {
    SpdBatch batch = active.spdBatch(d);
    SpdBatch reference = plain.spdBatch(d);
    int q = Packed.length(d);
    double[] matrices = matrices(d, batch.lanes());
    for (int lane = 0; lane < batch.lanes(); lane++) {
      batch.set(lane, matrices, lane * q);
    }
    batch.factor();
    double[] logDeterminants = new double[batch.lanes()];
    double[] pivots = new double[batch.lanes()];
    for (int lane = 0; lane < batch.lanes(); lane++) {
      logDeterminants[lane] = batch.logDeterminant(lane, d);
      pivots[lane] = batch.pivot(lane, d - 1);
    }
    batch.invert();
    for (int lane = 0; lane < batch.lanes(); lane++) {
      reference.set(0, matrices, lane * q);
      reference.factor();
      assertEquals(reference.logDeterminant(0, d), logDeterminants[lane]);
      assertEquals(reference.pivot(0, d - 1), pivots[lane]);
      reference.invert();
      double[] expected = new double[q];
      double[] actual = new double[q];
      reference.inverse(0, expected, 0);
      batch.inverse(lane, actual, 0);
      assertSame(expected, actual);
    }
  }

  @Test
  void aMatrixThatIsNotPositiveDefiniteDisturbsNoOther() {
    int d = 7;
    int q = Packed.length(d);
    SpdBatch batch = active.spdBatch(d);
    double[] matrices = matrices(d, batch.lanes() + 1);
    double[] bad = new double[q];
    Arrays.fill(bad, 1);
    bad[Packed.at(3, 3)] = -5;
    for (int lane = 1; lane < batch.lanes(); lane++) {
      batch.set(lane, matrices, lane * q);
    }
    for (int round = 0; round < 2; round++) {
      batch.set(0, round == 0 ? bad : matrices, 0);
      batch.factor();
      double least = batch.pivot(0, 0);
      for (int p = 1; p < d; p++) {
        least = batch.pivot(0, p) > 0 ? Math.min(least, batch.pivot(0, p)) : Double.NaN;
      }
      assertEquals(round == 0, !(least > 0));
      batch.invert();
    }
    double[] inverse = new double[q];
    batch.inverse(0, inverse, 0);
    assertTrue(Arrays.stream(inverse).allMatch(Double::isFinite));
  }

  private static double[] matrices(int d, int count) {
    Random random = new Random(d);
    int q = Packed.length(d);
    double[] out = new double[count * q];
    for (int lane = 0; lane < count; lane++) {
      for (int k = 0; k < 2 * d; k++) {
        Packed.addOuter(out, lane * q, 1, random.doubles(d, -1, 1).toArray(), 0, d);
      }
      for (int k = 0; k < d; k++) {
        out[lane * q + Packed.at(k, k)] += 1;
      }
    }
    return out;
  }

  /** A zero's sign included. */
  private static void assertSame(double[] expected, double[] actual) {
    for (int k = 0; k < expected.length; k++) {
      assertEquals(expected[k], actual[k], "entry " + k);
    }
  }

  private static void assertClose(double[] expected, double[] actual, double tolerance) {
    for (int k = 0; k < expected.length; k++) {
      assertEquals(expected[k], actual[k], tolerance, "entry " + k);
    }
  }
}
