package org.slrm.internal.factor.member;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.run.Workers;

class ImputedFeaturesTest {
  private static final double[] MU = {1, -2, 0.5, 3};
  private static final double[] V = {0.8, -0.5, 1.2, 0.3};
  private static final double[] PSI = {0.5, 0.2, 1, 0.4};
  private static final Factors FACTORS = new Factors(1, MU, V, PSI);

  private static double[][] table() {
    SplittableRandom random = new SplittableRandom(3);
    double[][] x = new double[50][4];
    for (double[] row : x) {
      for (int j = 0; j < 4; j++) {
        row[j] = random.nextDouble() < 0.3 ? Double.NaN : MU[j] + random.nextGaussian();
      }
    }
    return x;
  }

  /** Rank 1: α = Σ v_j r_j/ψ_j / (1 + Σ v_j²/ψ_j) over the known entries. */
  @Test
  void scoresAndImputedFeaturesOfRankOneAreThoseOfTheFormula() {
    double[][] x = table();
    ImputedFeatures out =
        ImputedFeatures.of(FACTORS, IncompleteMatrix.ofNaN(x), true, Workers.single());
    for (int i = 0; i < x.length; i++) {
      double above = 0;
      double below = 1;
      for (int j = 0; j < 4; j++) {
        if (!Double.isNaN(x[i][j])) {
          above += V[j] * (x[i][j] - MU[j]) / PSI[j];
          below += V[j] * V[j] / PSI[j];
        }
      }
      assertEquals(above / below, out.scores()[i], 1e-12);
      for (int j = 0; j < 4; j++) {
        double expected = Double.isNaN(x[i][j]) ? V[j] * above / below : x[i][j] - MU[j];
        assertEquals(expected, out.features()[i * 4 + j], 1e-12);
      }
    }
  }

  @Test
  void theNumberOfThreadsChangesNoBit() {
    IncompleteMatrix x = IncompleteMatrix.ofNaN(table());
    ImputedFeatures one = ImputedFeatures.of(FACTORS, x, true, Workers.single());
    try (Workers two = Workers.of(2)) {
      ImputedFeatures other = ImputedFeatures.of(FACTORS, x, true, two);
      assertArrayEquals(one.scores(), other.scores());
      assertArrayEquals(one.features(), other.features());
    }
  }
}
