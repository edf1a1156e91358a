package org.slrm.internal.linalg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** By definition: LLᵀ is the matrix again, and A x = b. */
class CholeskyTest {
  private static final long SEED = 3;

  /** A = BBᵀ + I, by rows. */
  private static double[] positive(int d, SplittableRandom random) {
    double[] b = new double[d * d];
    for (int k = 0; k < b.length; k++) {
      b[k] = random.nextGaussian();
    }
    double[] a = new double[d * d];
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        a[i * d + j] = i == j ? 1 : 0;
        for (int k = 0; k < d; k++) {
          a[i * d + j] += b[i * d + k] * b[j * d + k];
        }
      }
    }
    return a;
  }

  @Test
  void theFactorTimesItsTransposeIsTheMatrixAndTheUpperTriangleIsLeftAlone() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int d = 1; d <= 9; d++) {
      double[] a = positive(d, random);
      double[] l = a.clone();
      assertTrue(Cholesky.factor(l, d, 1e-12));
      for (int i = 0; i < d; i++) {
        assertTrue(l[i * d + i] > 0);
        for (int j = 0; j <= i; j++) {
          double sum = 0;
          for (int k = 0; k <= j; k++) {
            sum += l[i * d + k] * l[j * d + k];
          }
          assertEquals(a[i * d + j], sum, 1e-12 * a[i * d + i]);
        }
        for (int j = i + 1; j < d; j++) {
          assertEquals(a[i * d + j], l[i * d + j]);
        }
      }
    }
  }

  @Test
  void manyRightHandSidesAreSolvedAsOneAfterAnother() {
    SplittableRandom random = new SplittableRandom(SEED);
    int columns = 12;
    for (int d : new int[] {1, 2, 11, 12, 13, 30}) {
      double[] a = positive(d, random);
      double[] packed = new double[Packed.length(d)];
      for (int i = 0; i < d; i++) {
        System.arraycopy(a, i * d, packed, Packed.at(i, 0), i + 1);
      }
      SpdFactor factor = new SpdFactor(d);
      assertTrue(factor.factor(packed, 0));
      double[] b = random.doubles(d * columns).toArray();
      double[] z = b.clone();
      factor.forward(factor.transposed(), z, columns);
      for (int c = 0; c < columns; c++) {
        double[] one = new double[d];
        for (int i = 0; i < d; i++) {
          one[i] = b[i * columns + c];
        }
        factor.forward(one);
        for (int i = 0; i < d; i++) {
          assertEquals(one[i], z[i * columns + c], 1e-12);
        }
      }
    }
  }

  @Test
  void solveGivesTheVectorThatTheMatrixTurnsIntoTheRightHandSide() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int d = 1; d <= 9; d++) {
      double[] a = positive(d, random);
      double[] x = random.doubles(d).map(v -> v - 0.5).toArray();
      double[] b = new double[d];
      for (int i = 0; i < d; i++) {
        for (int j = 0; j < d; j++) {
          b[i] += a[i * d + j] * x[j];
        }
      }
      Cholesky.factor(a, d, 0);
      Cholesky.solve(a, d, b);
      for (int i = 0; i < d; i++) {
        assertEquals(x[i], b[i], 1e-10);
      }
    }
  }

  @Test
  void inverseAndDeterminantAreThoseOfTheMatrix() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int d = 1; d <= 9; d++) {
      double[] a = positive(d, random);
      double[] l = a.clone();
      Cholesky.factor(l, d, 0);
      double product = 1;
      for (int i = 0; i < d; i++) {
        product *= l[i * d + i] * l[i * d + i];
      }
      assertEquals(Math.log(product), Cholesky.logDeterminant(l, d), 1e-10);
      double[] out = new double[Packed.length(d) + 4];
      java.util.Arrays.fill(out, 7);
      Cholesky.inverse(l, d, out, 2);
      for (int i = 0; i < d; i++) {
        for (int j = 0; j < d; j++) {
          double sum = 0;
          for (int k = 0; k < d; k++) {
            sum += a[i * d + k] * out[2 + Packed.at(k, j)];
          }
          assertEquals(i == j ? 1 : 0, sum, 1e-10);
        }
      }
      assertEquals(7, out[1]);
      assertEquals(7, out[2 + Packed.length(d)]);
    }
  }

  @Test
  void logDeterminantOfAKnownMatrix() {
    double[] l = {4, 0, 2, 5};
    assertTrue(Cholesky.factor(l, 2, 0));
    assertEquals(Math.log(16), Cholesky.logDeterminant(l, 2), 1e-14);
  }

  @Test
  void aPivotThatIsLostAgainstItsDiagonalIsRefused() {
    // The second pivot is 1e-6 of its diagonal.
    double[] nearly = {100, 0, 100, 100 * (1 + 1e-6)};
    assertTrue(Cholesky.factor(nearly.clone(), 2, 1e-7));
    assertFalse(Cholesky.factor(nearly.clone(), 2, 1e-5));
    assertFalse(Cholesky.factor(new double[] {0}, 1, 0));
    assertFalse(Cholesky.factor(new double[] {-1}, 1, 0));
    assertFalse(Cholesky.factor(new double[] {Double.NaN}, 1, 0));
    assertFalse(Cholesky.factor(new double[] {1, 0, 2, 1}, 2, 0));
  }
}
