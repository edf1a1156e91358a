package org.slrm.internal.linalg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LeastSquaresTest {
  /** A of the given rank. */
  private static double[] matrix(int rows, int columns, int rank, SplittableRandom random) {
    double[] a = new double[rows * columns];
    for (int k = 0; k < rank; k++) {
      double[] u = random.doubles(rows, -1, 1).toArray();
      double[] v = random.doubles(columns, -1, 1).toArray();
      for (int i = 0; i < rows; i++) {
        Vectors.add(a, i * columns, u[i], v, 0, columns);
      }
    }
    return a;
  }

  private static double[] residual(double[] a, int rows, int columns, double[] b, double[] w) {
    double[] r = b.clone();
    Arrays.setAll(r, i -> b[i] - Vectors.dot(a, i * columns, w, 0, columns));
    return r;
  }

  private static double[] transposedTimes(double[] a, int rows, int columns, double[] r) {
    double[] g = new double[columns];
    for (int i = 0; i < rows; i++) {
      Vectors.add(g, 0, r[i], a, i * columns, columns);
    }
    return g;
  }

  @Property(tries = 60)
  void theResidualIsOrthogonalToEveryColumnWhateverTheRank(
      @ForAll @IntRange(min = 0, max = 1_000_000) int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int rows = random.nextInt(1, 15);
    int columns = random.nextInt(1, 15);
    int rank = random.nextInt(1, Math.min(rows, columns) + 1);
    double[] a = matrix(rows, columns, rank, random);
    double[] b = random.doubles(rows, -1, 1).toArray();
    double[] w = LeastSquares.solve(a, rows, columns, b);
    double size = 1 + Arrays.stream(w).map(Math::abs).max().orElse(0);
    double[] g = transposedTimes(a, rows, columns, residual(a, rows, columns, b, w));
    assertArrayEquals(new double[columns], g, 1e-9 * size);
  }

  @Test
  void ofTwoEqualColumnsEachTakesHalf() {
    double[] a = {1, 1, 2, 2, 3, 3};
    double[] w = LeastSquares.solve(a, 3, 2, new double[] {2, 4, 6});
    assertArrayEquals(new double[] {1, 1}, w, 1e-12);
    assertTrue(LeastSquares.unique(a, 3, 2, new double[] {2, 4, 6}).isEmpty());
  }

  @Test
  void withMoreColumnsThanRowsTheShortestSolutionIsFoundWithoutTheSquareOfTheColumns() {
    SplittableRandom random = new SplittableRandom(1);
    int columns = 50_000;
    double[] a = random.doubles(2L * columns, 1, 2).toArray();
    double[] b = {3, -1};
    double[] w = LeastSquares.solve(a, 2, columns, b);
    assertArrayEquals(b, product(a, w), 1e-9);
    // w = Aᵀy for some y: what is orthogonal to both rows is not in it.
    double[] other = random.doubles(columns, -1, 1).toArray();
    double[] y = LeastSquares.solve(transposed(a, columns), columns, 2, other);
    double[] free = other.clone();
    Arrays.setAll(free, j -> other[j] - a[j] * y[0] - a[columns + j] * y[1]);
    assertEquals(0, Vectors.dot(w, 0, free, 0, columns), 1e-9);
  }

  private static double[] product(double[] a, double[] w) {
    int columns = w.length;
    return new double[] {Vectors.dot(a, 0, w, 0, columns), Vectors.dot(a, columns, w, 0, columns)};
  }

  private static double[] transposed(double[] a, int columns) {
    double[] out = new double[a.length];
    for (int j = 0; j < columns; j++) {
      out[2 * j] = a[j];
      out[2 * j + 1] = a[columns + j];
    }
    return out;
  }
}
