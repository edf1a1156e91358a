package org.slrm.paper.internal.algorithm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slrm.internal.linalg.Decompositions;
import org.slrm.internal.linalg.Packed;

/** U (UᵀU)^(−1/2) by every way it is found, against the eigenvectors of UᵀU. */
class PolarStepTest {
  private static final int ROWS = 11;

  private static double[] gaussians(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return IntStream.range(0, count).mapToDouble(k -> random.nextGaussian()).toArray();
  }

  /** G to the power of {@code exponent}. */
  private static double[] power(double[] gram, int d, double exponent) {
    Decompositions.Eigen g = Decompositions.symmetric(gram, d);
    double[] out = new double[d * d];
    for (int k = 0; k < d; k++) {
      double value = Math.pow(g.values()[k], exponent);
      for (int r = 0; r < d; r++) {
        for (int c = 0; c < d; c++) {
          out[r * d + c] += value * g.vectors()[r * d + k] * g.vectors()[c * d + k];
        }
      }
    }
    return out;
  }

  private static double[] gram(double[] U, int d) {
    double[] out = new double[d * d];
    for (int e = 0; e < U.length; e++) {
      for (int c = 0; c < d; c++) {
        out[e % d * d + c] += U[e] * U[e / d * d + c];
      }
    }
    return out;
  }

  /** A B for B of d×d. */
  private static double[] times(double[] a, double[] b, int d) {
    double[] out = new double[a.length];
    for (int e = 0; e < a.length; e++) {
      for (int k = 0; k < d; k++) {
        out[e] += a[e / d * d + k] * b[k * d + e % d];
      }
    }
    return out;
  }

  private static double[] polar(double[] U, int d) {
    return times(U, power(gram(U, d), d, -0.5), d);
  }

  private static double[] identity(int d) {
    double[] out = new double[d * d];
    IntStream.range(0, d).forEach(c -> out[c * d + c] = 1);
    return out;
  }

  /** An orthonormal matrix with noise of the given size on its first rows. */
  private static double[] near(double[] orthonormal, int d, int rows, double size) {
    double[] noise = gaussians(orthonormal.length, 3);
    double[] out = orthonormal.clone();
    IntStream.range(0, rows * d).forEach(e -> out[e] += size * noise[e]);
    return out;
  }

  private static double[] orthonormal(int d) {
    double[] U = gaussians(ROWS * d, d);
    return polar(polar(U, d), d);
  }

  @ParameterizedTest
  @CsvSource({
    "3, 1e-13",
    "3, 1e-6",
    "4, 3e-5",
    "5, 1e-4",
    "3, 1e-3",
    "1, 1e-3",
    "5, 0.02",
    "4, 0.08",
    "3, 1",
    "5, 10"
  })
  void theNearestOrthonormalMatrixIsFoundFromAnyDistance(int d, double size) {
    double[] U = near(orthonormal(d), d, ROWS, size);
    double[] expected = polar(U, d);
    new PolarStep(ROWS, d).orthonormalize(U);
    assertArrayEquals(expected, U, 1e-13);
    assertArrayEquals(identity(d), gram(U, d), 1e-12);
  }

  @Test
  void columnsThatAreNearlyParallelComeOutOrthonormal() {
    double[] U = orthonormal(3);
    IntStream.range(0, ROWS).forEach(j -> U[j * 3 + 1] = U[j * 3] + 1e-5 * U[j * 3 + 1]);
    new PolarStep(ROWS, 3).orthonormalize(U);
    assertArrayEquals(identity(3), gram(U, 3), 1e-12);
  }

  /** ‖UᵀU − I‖ = 0.009, where the last term of the series still counts. */
  @Test
  void theSeriesIsExactUpToItsEnd() {
    double[] U = Arrays.stream(orthonormal(1)).map(u -> u * Math.sqrt(1.009)).toArray();
    new PolarStep(ROWS, 1).orthonormalize(U);
    assertEquals(1, gram(U, 1)[0], 1e-14);
  }

  @Test
  void whatIsOrthonormalStaysTheSameToTheBit() {
    double[] U = new double[ROWS * 3];
    IntStream.range(0, 3).forEach(c -> U[c * 3 + c] = 1);
    double[] before = U.clone();
    new PolarStep(ROWS, 3).orthonormalize(U);
    assertArrayEquals(before, U, 0);
  }

  @Test
  void changedRowsAloneGiveTheSameRoundAfterRound() {
    int d = 3;
    double[] U = orthonormal(d);
    PolarStep step = new PolarStep(ROWS, d);
    SplittableRandom random = new SplittableRandom(8);
    for (int round = 0; round < 200; round++) {
      int[] changed = IntStream.range(0, ROWS).filter(j -> random.nextDouble() < 0.4).toArray();
      double[] before = packedGram(U, changed, d);
      for (int j : changed) {
        IntStream.range(0, d).forEach(c -> U[j * d + c] += 0.01 * random.nextGaussian());
      }
      double[] expected = polar(U, d);
      step.orthonormalize(U, Arrays.copyOf(changed, ROWS), changed.length, before);
      assertArrayEquals(expected, U, 1e-12);
    }
  }

  /** Rounds do not see how far U itself is off, but every 64th does. */
  @Test
  void everySixtyFourthRoundLooksAtAllRows() {
    int d = 2;
    double[] U = near(orthonormal(d), d, ROWS, 1e-3);
    PolarStep step = new PolarStep(ROWS, d);
    for (int round = 1; round <= 64; round++) {
      double off = distance(gram(U, d), identity(d));
      assertTrue(off > 1e-5, "round " + round);
      step.orthonormalize(U, new int[ROWS], 0, new double[Packed.length(d)]);
    }
    assertArrayEquals(identity(d), gram(U, d), 1e-13);
  }

  @Test
  void whenAllRowsChangedAllAreLookedAt() {
    double[] U = near(orthonormal(2), 2, ROWS, 1e-3);
    double[] expected = polar(U, 2);
    new PolarStep(ROWS, 2).orthonormalize(U, new int[0], ROWS, new double[3]);
    assertArrayEquals(expected, U, 1e-13);
  }

  @ParameterizedTest
  @CsvSource({"3, 1e-4", "4, 0.05", "5, 1e-3"})
  void aTurnMultipliesByPAndItsInverse(int d, double size) {
    double[] U = orthonormal(d);
    int[] changed = {0, 1, 2, 3};
    double[] before = packedGram(U, changed, d);
    double[] moved = near(U, d, 4, size);
    PolarStep step = new PolarStep(ROWS, d);
    double[] T = strided(power(spd(d), d, 1), d, step.stride());
    double[] inverse = strided(power(spd(d), d, -1), d, step.stride());
    assertTrue(step.turn(moved, changed, 4, before, T, inverse));
    double[] P = power(gram(moved, d), d, -0.5);
    double[] root = power(gram(moved, d), d, 0.5);
    assertArrayEquals(strided(times(spd(d), P, d), d, step.stride()), T, 1e-12);
    double[] expected = times(root, power(spd(d), d, -1), d);
    assertArrayEquals(strided(expected, d, step.stride()), inverse, 1e-12);
  }

  @Test
  void aTurnTooFarIsRefusedAndNothingDone() {
    int d = 3;
    double[] U = orthonormal(d);
    int[] changed = {0, 1, 2, 3};
    PolarStep step = new PolarStep(ROWS, d);
    double[] T = strided(spd(d), d, step.stride());
    double[] inverse = T.clone();
    double[] moved = near(U, d, 4, 1);
    assertFalse(step.turn(moved, changed, 4, packedGram(U, changed, d), T, inverse));
    assertArrayEquals(strided(spd(d), d, step.stride()), T, 0);
    assertArrayEquals(T, inverse, 0);
  }

  @Test
  void aDirectionThatHasVanishedIsLeftWhereItIs() {
    double[] U = orthonormal(3);
    IntStream.range(0, ROWS).forEach(j -> U[j * 3 + 1] = 0);
    new PolarStep(ROWS, 3).orthonormalize(U);
    double[] expected = identity(3);
    expected[4] = 0;
    assertArrayEquals(expected, gram(U, 3), 1e-12);
  }

  @Test
  void distanceIsTheNormOfWhatIsNotIdentity() {
    PolarStep step = new PolarStep(ROWS, 2);
    double[] a = strided(new double[] {3, 4, 2, -1}, 2, step.stride());
    assertEquals(Math.sqrt(4 + 16 + 4 + 4), step.distanceFromIdentity(a), 1e-15);
  }

  private static double[] spd(int d) {
    double[] out = gram(gaussians(ROWS * d, 20 + d), d);
    return Arrays.stream(out).map(v -> v / ROWS).toArray();
  }

  private static double[] strided(double[] a, int d, int stride) {
    double[] out = new double[d * stride];
    IntStream.range(0, d * d).forEach(e -> out[e / d * stride + e % d] = a[e]);
    return out;
  }

  private static double[] packedGram(double[] U, int[] rows, int d) {
    double[] out = new double[Packed.length(d)];
    for (int j : rows) {
      Packed.addOuter(out, 0, 1, U, j * d, d);
    }
    return out;
  }

  private static double distance(double[] a, double[] b) {
    return IntStream.range(0, a.length).mapToDouble(k -> Math.abs(a[k] - b[k])).max().orElse(0);
  }
}
