package org.slrm.paper.tracking;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.slrm.data.IncompleteRow;
import org.slrm.internal.linalg.Orthonormal;
import org.slrm.internal.linalg.Vectors;
import org.slrm.paper.internal.step.Forgetting;
import org.slrm.paper.tracking.SubspaceTracker.Leaf;
import org.slrm.paper.tracking.SubspaceTracker.Scales;

class MousseTest {
  private static final int D = 100;

  /** A row as it is, and what is shown of it. */
  private record Seen(double[] truth, IncompleteRow row) {
    static Seen of(double[] truth, double noise, double missing, SplittableRandom random) {
      double[] x = new double[truth.length];
      for (int j = 0; j < x.length; j++) {
        x[j] = truth[j] + noise * random.nextGaussian();
        x[j] = random.nextDouble() < missing ? Double.NaN : x[j];
      }
      return new Seen(truth, IncompleteRow.ofNaN(x));
    }
  }

  /** A bump anywhere on a line, as in the paper's example: a curve in 100 dimensions. */
  private static double[] bump(double at, double width) {
    double[] out = new double[D];
    for (int j = 0; j < D; j++) {
      double far = (-2 + 4.0 * j / D - at) / width;
      out[j] = Math.exp(-far * far / 2);
    }
    return out;
  }

  /** Mean squared error of all entries by c + Uα of a leaf. */
  private static double error(Leaf leaf, Seen seen) {
    int d = leaf.variances().length;
    Petrels fixed = new Petrels(leaf.basis(), d, Forgetting.NONE, 1);
    double[] r = new double[seen.row().observed()];
    for (int e = 0; e < r.length; e++) {
      r[e] = seen.row().value(e) - leaf.centre()[seen.row().index(e)];
    }
    fixed.encode(IncompleteRow.of(D, seen.row().indices(), r));
    double sum = 0;
    for (int j = 0; j < D; j++) {
      double x = leaf.centre()[j] + Vectors.dot(leaf.basis(), j * d, fixed.alpha, 0, d);
      sum += (seen.truth()[j] - x) * (seen.truth()[j] - x) / D;
    }
    return sum;
  }

  @Test
  void tracksAMovingNonlinearSurfaceBetterThanOneSubspaceOfTheSameRank() {
    SplittableRandom random = new SplittableRandom(1);
    SubspaceTracker.Union tree = SubspaceTracker.mousse(D, 1, new Scales(0.001, 12, 0.98), 2);
    SubspaceTracker.Union one = SubspaceTracker.mousse(D, 1, new Scales(0.001, 1, 0.98), 2);
    Petrels petrels = new Petrels(D, 1, 0.98, 2);
    double[] sum = new double[3];
    for (int t = 0; t < 6000; t++) {
      double width = 0.8 - 0.2 * t / 6000;
      Seen seen = Seen.of(bump(4 * random.nextDouble() - 2, width), 0.02, 0.4, random);
      if (t >= 5000) {
        double[] U = petrels.basis();
        sum[0] += error(tree.leaves().get(tree.nearest(seen.row())), seen) / 1000;
        sum[1] += error(one.leaves().get(0), seen) / 1000;
        sum[2] += error(new Leaf(U, new double[D], new double[1], 0, 1), seen) / 1000;
      }
      tree.update(seen.row());
      one.update(seen.row());
      petrels.update(seen.row());
    }
    assertTrue(tree.leaves().size() > 3, "leaves: " + tree.leaves().size());
    assertTrue(sum[0] < 0.25 * sum[2], sum[0] + " against " + sum[2] + " of PETRELS");
    assertTrue(sum[0] < 0.25 * sum[1], sum[0] + " against " + sum[1] + " of one leaf");
  }

  private static double[] planted(int d, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] U = new double[D * d];
    for (int k = 0; k < U.length; k++) {
      U[k] = random.nextGaussian();
    }
    Orthonormal.columns(U, D, d);
    return U;
  }

  private static Seen row(
      double[] U, int d, double noise, double missing, SplittableRandom random) {
    double[] x = new double[D];
    for (int k = 0; k < d; k++) {
      double a = 3 * random.nextGaussian();
      for (int j = 0; j < D; j++) {
        x[j] += U[j * d + k] * a;
      }
    }
    return Seen.of(x, noise, missing, random);
  }

  private static double angle(double[] U, Leaf leaf, int d) {
    return Math.toDegrees(Math.asin(Orthonormal.largestAngleSine(leaf.basis(), U, D, d)));
  }

  private static double nearestAngle(double[] U, SubspaceTracker.Union tree, int d) {
    return tree.leaves().stream().mapToDouble(l -> angle(U, l, d)).min().orElseThrow();
  }

  @Test
  void splitsOnAUnionOfTwoSubspacesAndRecoversBothThenMergesWhenOneIsLeft() {
    int d = 2;
    double[] A = planted(d, 3);
    double[] B = planted(d, 4);
    SplittableRandom random = new SplittableRandom(5);
    SubspaceTracker.Union tree = SubspaceTracker.mousse(D, d, new Scales(0.02, 4, 0.98), 6);
    for (int t = 0; t < 3000; t++) {
      tree.update(row(random.nextBoolean() ? A : B, d, 0.1, 0.4, random).row());
    }
    assertTrue(tree.leaves().size() >= 2);
    assertTrue(nearestAngle(A, tree, d) < 8, "degrees: " + nearestAngle(A, tree, d));
    assertTrue(nearestAngle(B, tree, d) < 8, "degrees: " + nearestAngle(B, tree, d));
    for (int t = 0; t < 1500; t++) {
      tree.update(row(A, d, 0.1, 0.4, random).row());
    }
    assertEquals(1, tree.leaves().size());
    assertTrue(nearestAngle(A, tree, d) < 8, "degrees: " + nearestAngle(A, tree, d));
  }

  @Test
  void oneSubspaceStaysOneLeaf() {
    int d = 2;
    double[] A = planted(d, 7);
    SplittableRandom random = new SplittableRandom(8);
    SubspaceTracker.Union tree = SubspaceTracker.mousse(D, d, new Scales(0.001, 8, 0.99), 9);
    for (int t = 0; t < 2000; t++) {
      tree.update(row(A, d, 0.1, 0.4, random).row());
    }
    // The tolerance is below the noise, so that only what children gain keeps it whole.
    assertEquals(1, tree.leaves().size());
    assertEquals(0.01, tree.leaves().get(0).noise(), 0.001);
    assertTrue(nearestAngle(A, tree, d) < 6);
  }

  @Test
  void anAbruptChangeIsSeenWithinTenRowsAndNothingBefore() {
    int d = 2;
    List<Integer> delays = new ArrayList<>();
    int early = 0;
    for (int seed = 0; seed < 5; seed++) {
      double[] A = planted(d, 10 + seed);
      double[] B = planted(d, 20 + seed);
      SplittableRandom random = new SplittableRandom(30 + seed);
      SubspaceTracker.Union tree = SubspaceTracker.mousse(D, d, new Scales(0.02, 1, 0.99), 1);
      int seen = -1;
      for (int t = 0; t < 2200 && seen < 0; t++) {
        tree.update(row(t < 2000 ? A : B, d, 0.1, 0.4, random).row());
        early += t < 2000 && tree.changed() ? 1 : 0;
        seen = t >= 2000 && tree.changed() ? t - 2000 : -1;
      }
      delays.add(seen);
    }
    assertEquals(0, early);
    assertTrue(delays.stream().allMatch(t -> t >= 0 && t <= 10), "delays: " + delays);
  }

  @Test
  void normalScoresRaiseAlmostNoAlarm() {
    SplittableRandom random = new SplittableRandom(11);
    ResidualChange change = new ResidualChange();
    int alarms = 0;
    for (int t = 0; t < 200_000; t++) {
      alarms += change.addScore(random.nextGaussian()) ? 1 : 0;
    }
    assertTrue(alarms <= 2, "alarms: " + alarms);
  }

  @Test
  void equalSeedsGiveEqualTreesAndResetForgets() {
    SubspaceTracker.Union tree = SubspaceTracker.mousse(D, 1, new Scales(0.001, 4, 0.98), 2);
    feedBumps(tree);
    double[] first = tree.basis();
    int leaves = tree.leaves().size();
    tree.reset();
    assertEquals(1, tree.leaves().size());
    feedBumps(tree);
    assertArrayEquals(first, tree.basis());
    assertEquals(leaves, tree.leaves().size());
  }

  private static void feedBumps(SubspaceTracker tracker) {
    SplittableRandom random = new SplittableRandom(12);
    for (int t = 0; t < 800; t++) {
      tracker.update(Seen.of(bump(4 * random.nextDouble() - 2, 0.6), 0.02, 0.4, random).row());
    }
  }
}
