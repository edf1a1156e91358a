package org.slrm.paper.tracking;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slrm.data.IncompleteRow;
import org.slrm.internal.linalg.Cholesky;
import org.slrm.internal.linalg.Orthonormal;
import org.slrm.paper.internal.step.Forgetting;

class SubspaceTrackerTest {
  private static final int D = 30;
  private static final int RANK = 3;

  static List<SubspaceTracker> forGaps() {
    return List.of(
        new Petrels(D, RANK, 0.98, 5),
        new Grouse(D, RANK, 1, 5),
        new Petrels(D, RANK, 0.98, 5).fadingUnobserved());
  }

  static List<SubspaceTracker> forCompleteRows() {
    return List.of(new Past(D, RANK, 0.98, 5), new Opast(D, RANK, 0.98, 5), new Oja(D, RANK, 1, 5));
  }

  static List<SubspaceTracker> all() {
    return List.of(
        forGaps().get(0),
        forGaps().get(1),
        forGaps().get(2),
        forCompleteRows().get(0),
        forCompleteRows().get(1),
        forCompleteRows().get(2));
  }

  @ParameterizedTest
  @MethodSource("all")
  void findsAPlantedSubspaceInCompleteRows(SubspaceTracker tracker) {
    double[] truth = planted(7);
    feed(tracker, truth, 1, 2000);
    assertTrue(tracker.largestAngle(truth) < 1e-3, () -> "angle " + tracker.largestAngle(truth));
  }

  @ParameterizedTest
  @MethodSource("forGaps")
  void findsAPlantedSubspaceInRowsOfWhichFortyPercentAreObserved(SubspaceTracker tracker) {
    double[] truth = planted(8);
    feed(tracker, truth, 0.4, 4000);
    assertTrue(tracker.largestAngle(truth) < 1e-3, () -> "angle " + tracker.largestAngle(truth));
  }

  @ParameterizedTest
  @MethodSource("forGaps")
  void followsASlowlyRotatingSubspace(SubspaceTracker tracker) {
    double[] truth = planted(9);
    double[] start = truth.clone();
    SplittableRandom random = new SplittableRandom(10);
    feed(tracker, truth, 0.6, 2000);
    double largest = 0;
    for (int t = 0; t < 3000; t++) {
      rotate(truth, 5e-4);
      tracker.update(row(truth, 0.6, random));
      largest = Math.max(largest, tracker.largestAngle(truth));
    }
    double moved = Math.asin(Orthonormal.largestAngleSine(start, truth, D, RANK));
    assertTrue(moved > 0.5, "the subspace moved by " + moved);
    assertTrue(largest < 0.1, "angle at most " + largest);
  }

  @ParameterizedTest
  @MethodSource("forCompleteRows")
  void refusesRowsWithGapsByName(SubspaceTracker tracker) {
    IncompleteRow row = IncompleteRow.of(D, new int[] {1, 4}, new double[] {1, 2});
    var e = assertThrows(IllegalArgumentException.class, () -> tracker.update(row));
    String name = tracker instanceof Oja ? "Oja" : tracker instanceof Opast ? "OPAST" : "PAST";
    assertEquals(
        name
            + " takes complete rows only (use PETRELS or GROUSE for rows with gaps), got a row with"
            + " 28 of 30 entries missing",
        e.getMessage());
  }

  @ParameterizedTest
  @MethodSource("all")
  void resetGoesBackToTheStartAndSameSeedGivesSameBytes(SubspaceTracker tracker) {
    double[] start = tracker.basis();
    double[] truth = planted(11);
    feed(tracker, truth, 1, 50);
    double[] once = tracker.basis();
    tracker.reset();
    assertArrayEquals(start, tracker.basis());
    feed(tracker, truth, 1, 50);
    assertArrayEquals(once, tracker.basis());
  }

  @ParameterizedTest
  @MethodSource("all")
  void theBasisIsOrthonormalAndWrongLengthsAreRefused(SubspaceTracker tracker) {
    feed(tracker, planted(12), 1, 30);
    assertOrthonormal(tracker.basis(), 1e-12);
    var e =
        assertThrows(
            IllegalArgumentException.class, () -> tracker.update(IncompleteRow.ofNaN(1, 2)));
    assertEquals(
        "length of the row must equal features of the tracker (30), got 2", e.getMessage());
  }

  @ParameterizedTest
  @MethodSource("forGaps")
  void rowsWithTooFewEntriesChangeNothing(SubspaceTracker tracker) {
    double[] before = tracker.basis();
    tracker.update(IncompleteRow.of(D, new int[0], new double[0]));
    tracker.update(IncompleteRow.of(D, new int[] {1, 2, 3}, new double[] {1, 2, 3}));
    assertArrayEquals(before, tracker.basis());
  }

  @Test
  void opastKeepsItsBasisOrthonormalByItself() {
    double[] truth = planted(13);
    Opast opast = new Opast(D, RANK, 0.98, 5);
    feed(opast, truth, 1, 500);
    assertOrthonormal(opast.U, 1e-10);
  }

  @Test
  void badRatesAreRefused() {
    var e = assertThrows(IllegalArgumentException.class, () -> new Petrels(D, RANK, 1.5, 1));
    assertEquals("forgetting must be in (0.0, 1.0], got 1.5", e.getMessage());
    e = assertThrows(IllegalArgumentException.class, () -> new Oja(D, RANK, 0, 1));
    assertEquals("stepSize must be finite and above 0, got 0.0", e.getMessage());
    e = assertThrows(IllegalArgumentException.class, () -> new Grouse(D, 31, 1, 1));
    assertEquals("rank must be between 1 and 30, got 31", e.getMessage());
  }

  /** PETRELS as published: R_j[t] = λR_j[t−1] + p_j aaᵀ, s_j likewise, U_j = R_j⁻¹s_j, all j. */
  private static double[] published(double[] U, double lambda, List<IncompleteRow> rows) {
    Petrels at = new Petrels(U, RANK, Forgetting.of(1), 1);
    double[][] R = new double[D][RANK * RANK];
    double[][] s = new double[D][RANK];
    for (int j = 0; j < D; j++) {
      for (int k = 0; k < RANK; k++) {
        R[j][k * RANK + k] = 1 / DELTA;
        s[j][k] = U[j * RANK + k] / DELTA;
      }
    }
    for (IncompleteRow row : rows) {
      if (!at.encode(row)) {
        continue;
      }
      double[] a = at.alpha.clone();
      double[] x = row.toNaN();
      for (int j = 0; j < D; j++) {
        double p = Double.isNaN(x[j]) ? 0 : 1;
        for (int k = 0; k < RANK; k++) {
          s[j][k] = lambda * s[j][k] + (p == 0 ? 0 : x[j] * a[k]);
          for (int l = 0; l < RANK; l++) {
            R[j][k * RANK + l] = lambda * R[j][k * RANK + l] + p * a[k] * a[l];
          }
        }
        double[] factor = R[j].clone();
        double[] u = s[j].clone();
        Cholesky.factor(factor, RANK, 0);
        Cholesky.solve(factor, RANK, u);
        System.arraycopy(u, 0, at.U, j * RANK, RANK);
      }
    }
    return at.basis();
  }

  private static final double DELTA = 2;

  @ParameterizedTest
  @ValueSource(doubles = {1, 0.95, 0.8})
  void fadingUnobservedIsPetrelsAsPublished(double lambda) {
    double[] start = planted(21);
    List<IncompleteRow> rows = rows(0.5, 80);
    var tracker = SubspaceTracker.petrels(start, RANK, lambda, DELTA).fadingUnobserved();
    rows.forEach(tracker::update);
    assertArrayEquals(published(start, lambda, rows), tracker.basis(), 1e-7);
  }

  @Test
  void unobservedFeaturesFadeOnlyWhereRowsHaveGapsAndAreForgotten() {
    assertEquals(0, fadingMoves(1, 0.9));
    assertEquals(0, fadingMoves(0.5, 1));
    assertTrue(fadingMoves(0.5, 0.9) > 1e-6);
  }

  private static double fadingMoves(double keep, double lambda) {
    Petrels own = new Petrels(D, RANK, lambda, 5);
    Petrels all = new Petrels(D, RANK, lambda, 5).fadingUnobserved();
    for (IncompleteRow row : rows(keep, 200)) {
      own.update(row);
      all.update(row);
    }
    double[] a = own.U;
    double[] b = all.U;
    return IntStream.range(0, a.length).mapToDouble(k -> Math.abs(a[k] - b[k])).max().orElse(0);
  }

  private static List<IncompleteRow> rows(double keep, int count) {
    SplittableRandom random = new SplittableRandom(23);
    double[] truth = planted(22);
    return IntStream.range(0, count)
        .mapToObj(
            i -> {
              double[] x = row(truth, keep, random).toNaN();
              return IncompleteRow.ofNaN(
                  Arrays.stream(x).map(v -> v + 0.1 * random.nextGaussian()).toArray());
            })
        .toList();
  }

  @Test
  void aWeightMustBePositive() {
    Petrels tracker = new Petrels(D, RANK, 0.9, 1);
    IncompleteRow row = rows(1, 1).get(0);
    var e = assertThrows(IllegalArgumentException.class, () -> tracker.update(row, 0));
    assertEquals("weight must be finite and above 0, got 0.0", e.getMessage());
  }

  private static void assertOrthonormal(double[] u, double tolerance) {
    for (int k = 0; k < RANK; k++) {
      for (int l = 0; l < RANK; l++) {
        double sum = 0;
        for (int j = 0; j < D; j++) {
          sum += u[j * RANK + k] * u[j * RANK + l];
        }
        assertEquals(k == l ? 1 : 0, sum, tolerance);
      }
    }
  }

  private static double[] planted(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] u = new double[D * RANK];
    Arrays.setAll(u, k -> random.nextGaussian());
    Orthonormal.columns(u, D, RANK);
    return u;
  }

  /** Turns pairs of features, so that every direction moves. */
  private static void rotate(double[] u, double angle) {
    for (int j = 0; j + 1 < D; j += 2) {
      for (int k = 0; k < RANK; k++) {
        double a = u[j * RANK + k];
        double b = u[(j + 1) * RANK + k];
        u[j * RANK + k] = Math.cos(angle) * a - Math.sin(angle) * b;
        u[(j + 1) * RANK + k] = Math.sin(angle) * a + Math.cos(angle) * b;
      }
    }
  }

  private static void feed(SubspaceTracker tracker, double[] truth, double keep, int rows) {
    SplittableRandom random = new SplittableRandom(3);
    for (int t = 0; t < rows; t++) {
      tracker.update(row(truth, keep, random));
    }
  }

  private static IncompleteRow row(double[] truth, double keep, SplittableRandom random) {
    double[] alpha = new double[RANK];
    Arrays.setAll(alpha, k -> random.nextGaussian());
    double[] x = new double[D];
    for (int j = 0; j < D; j++) {
      for (int k = 0; k < RANK; k++) {
        x[j] += truth[j * RANK + k] * alpha[k];
      }
      x[j] = random.nextDouble() < keep ? x[j] : Double.NaN;
    }
    return IncompleteRow.ofNaN(x);
  }

  @Test
  void writingIntoABasisChangesNoTracker() {
    for (SubspaceTracker tracker :
        List.of(
            SubspaceTracker.petrels(D, RANK, 0.98, 5),
            SubspaceTracker.grouse(D, RANK, 1, 5),
            SubspaceTracker.past(D, RANK, 0.98, 5),
            SubspaceTracker.opast(D, RANK, 0.98, 5),
            SubspaceTracker.oja(D, RANK, 1, 5))) {
      double[] before = tracker.basis();
      java.util.Arrays.fill(tracker.basis(), 9);
      assertArrayEquals(before, tracker.basis());
    }
  }
}
