package org.slrm.tracking;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slrm.data.IncompleteRow;
import org.slrm.internal.linalg.Orthonormal;

class SubspaceTrackerTest {
  private static final int D = 30;
  private static final int RANK = 3;

  static List<SubspaceTracker> forGaps() {
    return List.of(new Petrels(D, RANK, 0.98, 5), new Grouse(D, RANK, 1, 5));
  }

  static List<SubspaceTracker> forCompleteRows() {
    return List.of(new Past(D, RANK, 0.98, 5), new Opast(D, RANK, 0.98, 5), new Oja(D, RANK, 1, 5));
  }

  static List<SubspaceTracker> all() {
    return List.of(
        forGaps().get(0),
        forGaps().get(1),
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
    String name = tracker instanceof Oja ? "Oja" : tracker instanceof Past ? "PAST" : "OPAST";
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
    assertOrthonormal(opast.tracked.U, 1e-10);
  }

  @Test
  void badRatesAreRefused() {
    var e = assertThrows(IllegalArgumentException.class, () -> new Petrels(D, RANK, 1.5, 1));
    assertEquals("forgetting must be in (0, 1], got 1.5", e.getMessage());
    e = assertThrows(IllegalArgumentException.class, () -> new Oja(D, RANK, 0, 1));
    assertEquals("stepSize must be finite and above 0, got 0.0", e.getMessage());
    e = assertThrows(IllegalArgumentException.class, () -> new Grouse(D, 31, 1, 1));
    assertEquals("rank must be between 1 and 30, got 31", e.getMessage());
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
