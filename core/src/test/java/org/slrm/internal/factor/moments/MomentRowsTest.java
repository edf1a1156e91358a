package org.slrm.internal.factor.moments;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.factor.ExpectationMaximization;
import org.slrm.internal.factor.Factors;
import org.slrm.internal.factor.LikelihoodRows;
import org.slrm.internal.factor.LocalRows;
import org.slrm.internal.factor.MaximizationStep;
import org.slrm.internal.factor.Prior;
import org.slrm.internal.factor.RowPlan;
import org.slrm.internal.run.Workers;
import org.slrm.paper.Simulation;
import org.slrm.result.FitListener;

/** Fits by moments of pairs of columns: what they are, and where they agree with fits by rows. */
class MomentRowsTest {

  /** A table whose columns have mean 0 over their known entries. */
  private static IncompleteMatrix centred(int n, int p, double keep, SplittableRandom random) {
    double[][] rows = new double[n][p];
    for (double[] row : rows) {
      double code = random.nextGaussian();
      Arrays.setAll(row, j -> code * (1 + j % 3) + random.nextGaussian());
      Arrays.setAll(row, j -> random.nextDouble() < keep ? row[j] : Double.NaN);
    }
    for (int j = 0; j < p; j++) {
      int column = j;
      double mean =
          Arrays.stream(rows).mapToDouble(r -> r[column]).filter(v -> v == v).average().orElse(0);
      Arrays.stream(rows).forEach(r -> r[column] -= mean);
    }
    return IncompleteMatrix.ofNaN(rows);
  }

  @Property(tries = 40)
  void withCompleteRowsAnIterationIsTheSameAsOverTheRows(
      @ForAll @IntRange(min = 0, max = 1_000_000) int seed,
      @ForAll boolean isotropic,
      @ForAll boolean prior) {
    SplittableRandom random = new SplittableRandom(seed);
    int features = random.nextInt(3, 12);
    int d = random.nextInt(1, features);
    IncompleteMatrix z = centred(random.nextInt(20, 60), features + 1, 1, random);
    Prior p = prior ? new Prior(isotropic, 2, 0.1, 0.1, 1e-9) : Prior.none(isotropic);
    double[] omega = ExpectationMaximization.omega(features + 1, features, 3);
    MaximizationStep step = new MaximizationStep(p, omega, features);
    LocalRows rows = new LocalRows(new RowPlan(z, null, 0), features, Workers.single());
    MomentRows moments = MomentRows.of(PairMoments.of(z, Workers.single()), features);
    Factors f = MomentStart.of(moments, d).joint(d);
    LikelihoodRows.Round byRows = rows.round(f, omega, step);
    LikelihoodRows.Round byMoments = moments.round(f, omega, step);
    assertEquals(byRows.objective(), byMoments.objective(), 1e-8 * Math.abs(byRows.objective()));
    assertArrayEquals(byRows.maximized().V(), byMoments.maximized().V(), 1e-7);
    assertArrayEquals(byRows.maximized().psi(), byMoments.maximized().psi(), 1e-2);
  }

  @Property(tries = 40)
  void momentsAreSumsOverRowsThatShowBothAndPartsAddUp(
      @ForAll @IntRange(min = 0, max = 1_000_000) int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = random.nextInt(1, 150);
    int p = random.nextInt(1, 9);
    IncompleteMatrix z = centred(n, p, 0.6, random);
    PairMoments all = PairMoments.of(z, Workers.single());
    for (int j = 0; j < p; j++) {
      for (int k = 0; k <= j; k++) {
        double sum = 0;
        int count = 0;
        for (int i = 0; i < n; i++) {
          double product = z.valueAt(i, j) * z.valueAt(i, k);
          count += Double.isNaN(product) ? 0 : 1;
          sum += Double.isNaN(product) ? 0 : product;
        }
        assertEquals(sum, all.products()[j * p + k], 1e-9 * n);
        assertEquals(count, all.counts()[j * p + k]);
      }
    }
    int cut = random.nextInt(n + 1);
    PairMoments first =
        PairMoments.of(z.selectRows(IntStream.range(0, cut).toArray()), Workers.single());
    PairMoments rest =
        PairMoments.of(z.selectRows(IntStream.range(cut, n).toArray()), Workers.single());
    assertArrayEquals(rest.products(), all.plus(first, -1).products(), 1e-9 * n);
    assertArrayEquals(all.counts(), first.plus(rest, 1).counts(), 0);
    assertEquals(n, first.plus(rest, 1).rows());
  }

  @Test
  void momentsAreTheSameForAnyNumberOfThreads() {
    IncompleteMatrix z = centred(3000, 7, 0.7, new SplittableRandom(1));
    try (Workers three = Workers.of(3)) {
      PairMoments one = PairMoments.of(z, Workers.single());
      assertArrayEquals(one.products(), PairMoments.of(z, three).products(), 0);
    }
  }

  @Test
  void aFitByMomentsIsNearlyAsLikelyAsOneByRows() {
    Simulation.Sample train =
        Simulation.builder()
            .rows(1500)
            .features(20)
            .rank(4)
            .nonzeros(2)
            .keep(0.75)
            .noise(0.5)
            .seed(5)
            .build()
            .train();
    IncompleteMatrix z = train.x().besides(IncompleteMatrix.ofColumn(train.y()));
    var settings =
        new ExpectationMaximization.EmSettings(Prior.none(false), 60, 1e-9, 3, true, true);
    LocalRows rows = new LocalRows(new RowPlan(z, null, 0), 20, Workers.single());
    MomentRows moments = MomentRows.of(PairMoments.of(z, Workers.single()), 20);
    Factors by =
        new ExpectationMaximization(moments, 21, 1, settings)
            .run(MomentStart.of(moments, 4).joint(4), FitListener.NONE)
            .factors();
    double far =
        new ExpectationMaximization(rows, 21, 1, settings).run(by, FitListener.NONE).objective();
    double[] omega = ExpectationMaximization.omega(21, 20, 1);
    double near =
        rows.round(by, omega, new MaximizationStep(Prior.none(false), omega, 20)).objective();
    // Of the order of half the number of parameters, as an estimate that is consistent may lose.
    assertTrue(far - near < 105, far - near + " below the maximum");
  }
}
