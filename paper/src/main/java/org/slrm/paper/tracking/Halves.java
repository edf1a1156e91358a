package org.slrm.paper.tracking;

import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteRow;
import org.slrm.internal.linalg.Decompositions;
import org.slrm.internal.linalg.Vectors;
import org.slrm.paper.tracking.Mousse.CountedRow;

/**
 * Two subspaces for the latest rows of a leaf, its virtual children (T-6): rows are assigned to the
 * nearer of two nodes, which are fitted again, for a few rounds. Starts: the sides of the leaf's
 * leading direction, as in the paper, and rows near a subspace of a few random ones, because
 * crossing subspaces have no sides.
 */
final class Halves {
  private static final int DRAWN_STARTS = 3;
  private static final int ROUNDS = 4;

  private final ScaleNode leaf;
  private final List<CountedRow> rows;
  private final SplittableRandom random;
  private ScaleNode left;
  private ScaleNode right;
  private double best = Double.POSITIVE_INFINITY;

  private Halves(ScaleNode leaf, List<CountedRow> rows, SplittableRandom random) {
    this.leaf = leaf;
    this.rows = rows;
    this.random = random;
    left = leaf;
    right = leaf;
  }

  /** Gives a leaf its virtual children; none if all rows are in one part. */
  static void propose(ScaleNode leaf, List<CountedRow> rows, SplittableRandom random) {
    Halves halves = new Halves(leaf, rows, random);
    halves.improve(halves.sides());
    for (int s = 0; s < DRAWN_STARTS; s++) {
      halves.improve(halves.drawn());
    }
    boolean found = halves.best < Double.POSITIVE_INFINITY;
    leaf.left = found ? halves.left : null;
    leaf.right = found ? halves.right : null;
  }

  /** Rows by the sign of their code along the leading direction of UΛUᵀ. */
  private boolean[] sides() {
    int d = leaf.petrels.rank();
    double[] along = widest(leaf);
    boolean[] first = new boolean[rows.size()];
    for (int i = 0; i < first.length; i++) {
      IncompleteRow r = leaf.centred(rows.get(i).row());
      Petrels t = leaf.petrels;
      first[i] = t.encode(r) && Vectors.dot(t.alpha, 0, along, 0, d) > 0;
    }
    return first;
  }

  /** Λ^−½ of the leading code: its product with a code is the position along that direction. */
  private static double[] widest(ScaleNode node) {
    int d = node.petrels.rank();
    double[] U = node.petrels.U;
    double[] gram = new double[d * d];
    for (int j = 0; j < U.length / d; j++) {
      for (int k = 0; k < d; k++) {
        Vectors.add(gram, k * d, U[j * d + k], U, j * d, d);
      }
    }
    double[] turned = new double[d * d];
    for (int k = 0; k < d; k++) {
      for (int l = 0; l < d; l++) {
        Vectors.add(turned, k * d, gram[k * d + l], node.codes, l * d, d);
      }
    }
    // The leading left direction of UΛUᵀ in codes: power iterations on GΛ.
    double[] v = new double[d];
    java.util.Arrays.fill(v, 1);
    for (int step = 0; step < 20; step++) {
      double[] next = new double[d];
      for (int k = 0; k < d; k++) {
        next[k] = Vectors.dot(turned, k * d, v, 0, d);
      }
      double norm = Math.sqrt(Vectors.dot(next, 0, next, 0, d));
      for (int k = 0; norm > 0 && k < d; k++) {
        v[k] = next[k] / norm;
      }
    }
    return v;
  }

  /** The half of the rows nearest to a subspace of a few random rows. */
  private boolean[] drawn() {
    ScaleNode node = leaf.copy();
    int count = Math.min(rows.size(), 2 * leaf.petrels.rank() + 2);
    for (int pass = 0; pass < 2; pass++) {
      SplittableRandom same = random.split();
      for (int s = 0; s < count; s++) {
        learn(node, rows.get(same.nextInt(rows.size())));
      }
    }
    double[] far =
        rows.stream().map(CountedRow::row).mapToDouble(node::residual).map(Halves::orMax).toArray();
    double[] sorted = far.clone();
    java.util.Arrays.sort(sorted);
    boolean[] first = new boolean[far.length];
    for (int i = 0; i < far.length; i++) {
      first[i] = far[i] <= sorted[far.length / 2];
    }
    return first;
  }

  private static void learn(ScaleNode node, CountedRow row) {
    node.learn(row.row(), row.weight());
  }

  private static double orMax(double residual) {
    return Double.isNaN(residual) ? Double.MAX_VALUE : residual;
  }

  private void improve(boolean[] start) {
    boolean[] first = start;
    ScaleNode one = null;
    ScaleNode other = null;
    double sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
      one = learned(first, true);
      other = learned(first, false);
      if (one == null || other == null) {
        return;
      }
      sum = 0;
      first = new boolean[rows.size()];
      for (int i = 0; i < first.length; i++) {
        double near = one.distance(rows.get(i).row());
        double far = other.distance(rows.get(i).row());
        first[i] = near <= far;
        sum += rows.get(i).weight() * Math.min(near, far);
      }
    }
    if (sum < best && one != null && other != null) {
      best = sum;
      left = one;
      right = other;
    }
  }

  private @Nullable ScaleNode learned(boolean[] first, boolean which) {
    ScaleNode node = leaf.copy();
    int count = 0;
    for (int i = 0; i < first.length; i++) {
      if (first[i] == which) {
        learn(node, rows.get(i));
        count++;
      }
    }
    return count < leaf.petrels.rank() + 2 ? null : node;
  }

  /** A node's subspace: principal axes of UΛUᵀ, the largest first. */
  static SubspaceTracker.Leaf view(ScaleNode node, double share) {
    int d = node.petrels.rank();
    double[] U = node.petrels.U;
    int D = U.length / d;
    Decompositions.Eigen e = Decompositions.symmetric(node.codes, d);
    double[] V = new double[D * d];
    for (int j = 0; j < D; j++) {
      for (int k = 0; k < d; k++) {
        double root = Math.sqrt(Math.max(e.values()[k], 0));
        for (int l = 0; l < d; l++) {
          V[j * d + k] += U[j * d + l] * e.vectors()[l * d + k] * root;
        }
      }
    }
    Decompositions.Svd svd = Decompositions.svd(V, D, d);
    double[] variances = new double[d];
    for (int k = 0; k < d; k++) {
      variances[k] = svd.s()[k] * svd.s()[k];
    }
    return new SubspaceTracker.Leaf(svd.u(), node.centre.clone(), variances, node.noise, share);
  }
}
