package org.slrm.paper.internal.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.linalg.Decompositions;
import org.slrm.internal.linalg.Vectors;

class LeadingVectorsTest {
  @Test
  void narrowAndWideDataGiveTheSingularVectorsOfTheZeroFilledTable() {
    for (int[] size : new int[][] {{30, 8}, {8, 30}}) {
      IncompleteMatrix x = lowRank(size[0], size[1], 6, 0.7, 0.1, 1);
      double[] dense = zeroFilled(x);
      Decompositions.Svd svd = Decompositions.svd(dense, size[0], size[1]);
      double[] U = LeadingVectors.of(x, 3, 1);
      int k = Math.min(size[0], size[1]);
      for (int c = 0; c < 3; c++) {
        double cosine = 0;
        for (int j = 0; j < size[1]; j++) {
          cosine += U[j * 3 + c] * svd.v()[j * k + c];
        }
        assertEquals(1, Math.abs(cosine), 1e-9);
      }
    }
  }

  @Test
  void randomisedVectorsSpanTheSubspaceOfLargeLowRankData() {
    IncompleteMatrix x = lowRank(450, 430, 3, 1, 0.01, 2);
    double[] U = LeadingVectors.of(x, 3, 5);
    double captured = 0;
    double total = 0;
    double[] code = new double[3];
    for (int i = 0; i < x.rows(); i++) {
      java.util.Arrays.fill(code, 0);
      for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
        total += x.value(k) * x.value(k);
        Vectors.add(code, 0, x.value(k), U, x.column(k) * 3, 3);
      }
      captured += Vectors.dot(code, 0, code, 0, 3);
    }
    assertTrue(captured > 0.999 * total, captured + " of " + total);
  }

  @Test
  void dataOfLowerRankThanAskedForStillGiveAnOrthonormalBasis() {
    IncompleteMatrix x = lowRank(6, 20, 2, 1, 0, 3);
    double[] U = LeadingVectors.of(x, 5, 1);
    for (int r = 0; r < 5; r++) {
      for (int c = 0; c < 5; c++) {
        double sum = 0;
        for (int j = 0; j < 20; j++) {
          sum += U[j * 5 + r] * U[j * 5 + c];
        }
        assertEquals(r == c ? 1 : 0, sum, 1e-10);
      }
    }
  }

  private static IncompleteMatrix lowRank(
      int n, int D, int d, double keep, double noise, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] V = new double[D * d];
    for (int e = 0; e < V.length; e++) {
      V[e] = random.nextGaussian() / (1 + e % d);
    }
    IncompleteMatrix.Builder builder = IncompleteMatrix.builder(D);
    for (int i = 0; i < n; i++) {
      double[] a = new double[d];
      for (int c = 0; c < d; c++) {
        a[c] = random.nextGaussian();
      }
      for (int j = 0; j < D; j++) {
        double value = Vectors.dot(V, j * d, a, 0, d) + noise * random.nextGaussian();
        if (random.nextDouble() < keep) {
          builder.entry(j, value);
        }
      }
      builder.endRow();
    }
    return builder.build();
  }

  private static double[] zeroFilled(IncompleteMatrix x) {
    double[] dense = new double[x.rows() * x.columns()];
    for (int i = 0; i < x.rows(); i++) {
      for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
        dense[i * x.columns() + x.column(k)] = x.value(k);
      }
    }
    return dense;
  }
}
