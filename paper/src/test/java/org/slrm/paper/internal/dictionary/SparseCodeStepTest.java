package org.slrm.paper.internal.dictionary;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slrm.internal.regression.ElasticNet;
import org.slrm.internal.regression.GramProblem;
import org.slrm.internal.regression.Penalties;

/** Codes are what (Z-1) says, on the entries that are there. */
class SparseCodeStepTest {
  private static final int FEATURES = 15;
  private static final int ATOMS = 24;
  private static final double L1 = 0.2;
  private static final double L2 = 0.01;

  private static Dictionary dictionary(Random random, double l1) {
    double[] D = random.doubles(FEATURES * ATOMS, -0.4, 0.4).toArray();
    return new Dictionary(FEATURES, ATOMS, D, l1, L2);
  }

  private static int[] pattern(Random random) {
    return IntStream.range(0, FEATURES).filter(j -> random.nextDouble() < 0.7).toArray();
  }

  @Test
  void codesAreOptimalOnObservedEntries() {
    Random random = new Random(1);
    for (int trial = 0; trial < 200; trial++) {
      Dictionary d = dictionary(random, trial % 4 == 0 ? 0 : L1);
      int[] observed = pattern(random);
      double[] z = random.doubles(observed.length, -2, 2).toArray();
      SparseCodeStep step = new SparseCodeStep(d);
      step.pattern(observed, observed.length);
      step.row(z);
      for (int k = 0; k < ATOMS; k++) {
        // D_kᵀ(x − Dα) = λ1 s_k + λ2 α_k where α_k ≠ 0, else no more than λ1.
        double slope = 0;
        for (int e = 0; e < observed.length; e++) {
          slope += d.D()[observed[e] * ATOMS + k] * step.residual(z, e);
        }
        double alpha = step.code()[k];
        if (alpha == 0) {
          assertTrue(Math.abs(slope) <= d.l1() + 1e-8, "atom " + k + ": " + slope);
        } else {
          assertEquals(Math.signum(alpha) * d.l1() + L2 * alpha, slope, 1e-9);
        }
      }
    }
  }

  @Test
  void codesAreThoseOfTheElasticNet() {
    Random random = new Random(2);
    Dictionary d = dictionary(random, L1);
    int[] observed = pattern(random);
    double[] z = random.doubles(observed.length, -2, 2).toArray();
    double[] gram = new double[ATOMS * ATOMS];
    double[] c = new double[ATOMS];
    double zz = 0;
    for (int e = 0; e < z.length; e++) {
      zz += z[e] * z[e];
      for (int k = 0; k < ATOMS; k++) {
        double own = d.D()[observed[e] * ATOMS + k];
        c[k] += own * z[e];
        for (int l = 0; l < ATOMS; l++) {
          gram[k * ATOMS + l] += own * d.D()[observed[e] * ATOMS + l];
        }
      }
    }
    double[] expected =
        ElasticNet.path(
                GramProblem.of(1, gram, c, zz),
                Penalties.of(2 * L1, L2),
                new ElasticNet.Settings(false, 1e-16, 100_000))
            .coefficients(0);
    SparseCodeStep step = new SparseCodeStep(d);
    step.pattern(observed, observed.length);
    step.row(z);
    assertArrayEquals(expected, step.code(), 1e-6);
  }

  @Test
  void aRowOfWhichNothingIsObservedHasNoCode() {
    SparseCodeStep step = new SparseCodeStep(dictionary(new Random(3), L1));
    step.pattern(new int[0], 0);
    step.row(new double[0]);
    assertArrayEquals(new double[ATOMS], step.code());
  }

  @Test
  void aLargePenaltyLeavesNoCode() {
    Random random = new Random(4);
    SparseCodeStep step = new SparseCodeStep(dictionary(random, 1e6));
    int[] observed = pattern(random);
    step.pattern(observed, observed.length);
    step.row(random.doubles(observed.length, -2, 2).toArray());
    assertEquals(0, step.size());
  }
}
