package org.slrm.paper.internal.algorithm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.label.Gaussian;
import org.slrm.internal.linalg.Decompositions;
import org.slrm.internal.linalg.Packed;
import org.slrm.paper.Simulation;
import org.slrm.paper.internal.algorithm.label.LabelStep;
import org.slrm.paper.internal.algorithm.passes.StepSize;
import org.slrm.paper.internal.step.Forgetting;
import org.slrm.paper.internal.step.LeadingVectors;
import org.slrm.paper.internal.step.ProximalStep;
import org.slrm.paper.internal.step.RecursiveLeastSquaresStep;
import org.slrm.result.Folds;

class AlgorithmOneTest {
  @Property(tries = 30)
  void basisIsOrthonormalAfterEveryStep(
      @ForAll @IntRange(min = 1, max = 7) int d,
      @ForAll @DoubleRange(min = 0.1, max = 1) double keep,
      @ForAll @DoubleRange(min = 0, max = 3) double noise,
      @ForAll @DoubleRange(min = -3, max = 6) double logDelta,
      @ForAll long seed) {
    Simulation.Sample rows = draw(60, 12, d, keep, noise, seed);
    AlgorithmOne algorithm = start(rows, d, Math.pow(10, logDelta), 0.001);
    for (int i = 0; i < rows.x().rows(); i++) {
      algorithm.round(rows.x(), i, i % 3 == 0 ? Double.NaN : rows.y(i), 1);
      assertTrue(distanceFromOrthonormal(algorithm.basis(), 12, d) < 1e-10);
    }
  }

  @Property(tries = 40)
  void rowsWithFewEntriesLeaveTheSameBasisAsPolarFactorsOfAllRows(
      @ForAll @IntRange(min = 1, max = 5) int d,
      @ForAll @DoubleRange(min = 0.05, max = 0.5) double keep,
      @ForAll @DoubleRange(min = -2, max = 2) double logDelta,
      @ForAll long seed) {
    Simulation.Sample rows = draw(300, 80, d, keep, 0.3, seed);
    double delta = Math.pow(10, logDelta);
    AlgorithmOne algorithm = start(rows, d, delta, 0.001);
    for (int i = 0; i < rows.x().rows(); i++) {
      algorithm.round(rows.x(), i, rows.y(i), 1);
    }
    double[] start = LeadingVectors.of(rows.x(), d, 1);
    Slow twin = Slow.passed(rows, start, d, delta);
    // Rows with few entries magnify rounding: so do the twin's own rounds, from starts that differ
    // in their last digits.
    SplittableRandom random = new SplittableRandom(seed);
    double moves = 0;
    double movesW = 0;
    for (int k = 0; k < 4; k++) {
      double[] nudged =
          Arrays.stream(start).map(u -> u * (1 + 1e-14 * random.nextGaussian())).toArray();
      Slow other = Slow.passed(rows, nudged, d, delta);
      moves = Math.max(moves, distance(twin.U, other.U));
      movesW = Math.max(movesW, distance(twin.w, other.w));
    }
    assertArrayEquals(twin.U, algorithm.basis(), 1e-12 + 30 * moves);
    assertArrayEquals(twin.w, algorithm.coefficients(), 1e-12 + 30 * movesW);
  }

  /** One pass that takes the polar factor of all of U after every row. */
  private record Slow(double[] U, double[] w) {
    static Slow passed(Simulation.Sample rows, double[] start, int d, double delta) {
      int D = rows.x().columns();
      double[] U = start.clone();
      double[] w = new double[d];
      CodeStep codeStep = new CodeStep(D, d);
      RecursiveLeastSquaresStep leastSquares =
          new RecursiveLeastSquaresStep(D, d, delta, Forgetting.NONE);
      PolarStep polarStep = new PolarStep(D, d);
      StepSize eta = new StepSize(0.001, 1000);
      for (int i = 0; i < rows.x().rows(); i++) {
        codeStep.solve(U, rows.x(), i, 2, w, rows.y(i));
        leastSquares.update(U, rows.x(), i, codeStep.alpha(), 1);
        polarStep.orthonormalize(U);
        new ProximalStep(0.01, 0.01).update(w, codeStep.alpha(), rows.y(i), eta.at(i + 1));
      }
      return new Slow(U, w);
    }
  }

  private static double distance(double[] a, double[] b) {
    return IntStream.range(0, a.length).mapToDouble(k -> Math.abs(a[k] - b[k])).max().orElse(0);
  }

  @Property(tries = 5)
  void inverseGramMatricesStayPositiveDefiniteForAHundredThousandUpdates(
      @ForAll @IntRange(min = 2, max = 8) int d,
      @ForAll @DoubleRange(min = -3, max = 6) double logDelta,
      @ForAll long seed) {
    IncompleteMatrix x = IncompleteMatrix.ofNaN(new double[][] {{0.3}});
    RecursiveLeastSquaresStep step =
        new RecursiveLeastSquaresStep(1, d, Math.pow(10, logDelta), Forgetting.NONE);
    SplittableRandom random = new SplittableRandom(seed);
    double[] U = new double[d];
    double[] alpha = new double[d];
    double[] full = new double[d * d];
    for (int t = 1; t <= 100_000; t++) {
      for (int c = 0; c < d; c++) {
        // one direction a thousand times weaker, one never seen before half time
        double size = c == 0 ? 1e-3 : c == 1 && t < 50_000 ? 0 : 1;
        alpha[c] = size * random.nextGaussian();
      }
      step.update(U, x, 0, alpha, 1);
      if (t % 10_000 == 0 || t < 20) {
        Packed.unpack(step.inverseR(), 0, full, d);
        assertTrue(Decompositions.symmetric(full, d).values()[d - 1] > 0);
      }
    }
    assertEquals(0, step.restarts());
  }

  @Test
  void algorithmKeepsTheDirectionsOfItsStartingBasis() {
    int d = 4;
    Simulation.Sample rows = draw(300, 20, d, 0.8, 0.05, 7);
    double[] start = LeadingVectors.of(rows.x(), d, 1);
    AlgorithmOne algorithm = start(rows, d, 0.1, 0.01);
    for (int i : Folds.shuffled(rows.x().rows(), 3)) {
      algorithm.round(rows.x(), i, rows.y(i), 1);
    }
    for (int c = 0; c < d; c++) {
      double cosine = 0;
      for (int j = 0; j < 20; j++) {
        cosine += start[j * d + c] * algorithm.basis()[j * d + c];
      }
      assertTrue(cosine > 0.9, "direction " + c + " turned to cosine " + cosine);
    }
  }

  @Test
  void codesOfRowsWithFewerEntriesThanTheRankAreRidgedAndCounted() {
    int d = 5;
    Simulation.Sample rows = draw(40, 12, d, 1, 0.1, 9);
    double[] U = LeadingVectors.of(rows.x(), d, 1);
    IncompleteMatrix few =
        IncompleteMatrix.builder(12).entry(1, 0.4).entry(7, -0.2).endRow().build();
    CodeStep step = new CodeStep(12, d);
    step.solve(U, few, 0);
    assertEquals(1, step.ridged());
    for (int k = 0; k < 2; k++) {
      double fitted = 0;
      for (int c = 0; c < d; c++) {
        fitted += U[few.column(k) * d + c] * step.alpha()[c];
      }
      assertEquals(few.value(k), fitted, 1e-4);
    }
  }

  @Test
  void stepSizeIsConstantThenFallsWithoutAJump() {
    StepSize size = new StepSize(0.1, 10);
    assertEquals(0.1, size.at(1));
    assertEquals(0.1, size.at(10));
    assertEquals(0.1 * 10 / 11, size.at(11), 1e-16);
    assertEquals(0.05, size.at(20), 1e-16);
  }

  private static AlgorithmOne start(Simulation.Sample rows, int d, double delta, double rho) {
    int D = rows.x().columns();
    return new AlgorithmOne(
        LeadingVectors.of(rows.x(), d, 1),
        new double[d],
        new LabelStep(Gaussian.LABEL, 2, new ProximalStep(0.01, 0.01), 0),
        new StepSize(rho, 1000),
        new RecursiveLeastSquaresStep(D, d, delta, Forgetting.NONE));
  }

  private static Simulation.Sample draw(int n, int D, int d, double keep, double noise, long seed) {
    return Simulation.builder()
        .rows(n)
        .features(D)
        .rank(d)
        .nonzeros(1)
        .keep(keep)
        .noise(noise)
        .fallingScales(2, 1)
        .seed(seed)
        .build()
        .train();
  }

  private static double distanceFromOrthonormal(double[] U, int D, int d) {
    double largest = 0;
    for (int r = 0; r < d; r++) {
      for (int c = 0; c < d; c++) {
        double sum = r == c ? -1 : 0;
        for (int j = 0; j < D; j++) {
          sum += U[j * d + r] * U[j * d + c];
        }
        largest = Math.max(largest, Math.abs(sum));
      }
    }
    return largest;
  }
}
