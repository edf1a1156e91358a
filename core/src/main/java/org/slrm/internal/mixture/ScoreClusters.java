package org.slrm.internal.mixture;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.slrm.internal.linalg.Decompositions;
import org.slrm.internal.linalg.Vectors;

/**
 * Clusters rows by their factor scores to start a mixture: k-means, or k-flats through the origin.
 * Flats use the direction of the scores only; where the components' subspaces are independent,
 * scores of unit covariance lie in mutually orthogonal flats.
 */
final class ScoreClusters {
  private static final int ROUNDS = 25;

  private final double[] a;
  private final int q;
  private final int n;
  private final int directions;

  /**
   * Scores to cluster.
   *
   * @param scores rows × q
   * @param q number of scores of a row
   * @param directions of each flat, 0 for centres
   */
  ScoreClusters(double[] scores, int q, int directions) {
    this.q = q;
    this.directions = directions;
    n = scores.length / q;
    a = scores.clone();
    for (int i = 0; directions > 0 && i < n; i++) {
      double length = Math.sqrt(dot(i, a, i * q));
      for (int k = i * q; length > 0 && k < (i + 1) * q; k++) {
        a[k] /= length;
      }
    }
  }

  /** A centre, or an orthonormal basis of a flat as rows. */
  private record Cluster(double[] centre, double[] basis) {}

  /** The cluster of each row, of at most the given number. */
  int[] groups(int count, long seed) {
    Cluster[] clusters = seeded(count, new SplittableRandom(seed));
    int[] group = new int[n];
    for (int round = 0; round < ROUNDS; round++) {
      int[] next = IntStream.range(0, n).map(i -> nearest(i, clusters)).toArray();
      if (round > 0 && Arrays.equals(next, group)) {
        break;
      }
      group = next;
      for (int c = 0; c < count; c++) {
        int cluster = c;
        int[] rows = IntStream.range(0, n).filter(i -> next[i] == cluster).toArray();
        clusters[c] = rows.length == 0 ? clusters[c] : cluster(rows);
      }
    }
    return group;
  }

  /** k-means++: each next seed is drawn in proportion to the distances from earlier seeds. */
  private Cluster[] seeded(int count, SplittableRandom random) {
    Cluster[] out = new Cluster[count];
    double[] smallest = new double[n];
    Arrays.fill(smallest, 1);
    for (int c = 0; c < count; c++) {
      out[c] = cluster(neighbours(draw(smallest, random)));
      for (int i = 0; i < n; i++) {
        double distance = Math.max(0, distance(i, out[c]));
        smallest[i] = c == 0 ? distance : Math.min(smallest[i], distance);
      }
    }
    return out;
  }

  private static int draw(double[] weight, SplittableRandom random) {
    double u = random.nextDouble() * Arrays.stream(weight).sum();
    for (int i = 0; i < weight.length; i++) {
      u -= weight[i];
      if (u < 0) {
        return i;
      }
    }
    return random.nextInt(weight.length);
  }

  /** The row itself for a centre; for a flat the rows with the most similar directions. */
  private int[] neighbours(int row) {
    if (directions == 0) {
      return new int[] {row};
    }
    double[] along = new double[n];
    Arrays.setAll(along, i -> Math.abs(dot(i, a, row * q)));
    return IntStream.range(0, n)
        .boxed()
        .sorted((i, j) -> Double.compare(along[j], along[i]))
        .limit(3L * directions)
        .mapToInt(i -> i)
        .toArray();
  }

  /** The mean of rows, or the leading directions of their second moments. */
  private Cluster cluster(int[] rows) {
    double[] centre = new double[q];
    if (directions == 0) {
      for (int i : rows) {
        for (int k = 0; k < q; k++) {
          centre[k] += a[i * q + k] / rows.length;
        }
      }
      return new Cluster(centre, new double[0]);
    }
    double[] moments = new double[q * q];
    for (int i : rows) {
      for (int k = 0; k < q; k++) {
        Vectors.add(moments, k * q, a[i * q + k], a, i * q, q);
      }
    }
    double[] vectors = Decompositions.symmetric(moments, q).vectors();
    double[] basis = new double[directions * q];
    for (int c = 0; c < directions; c++) {
      for (int k = 0; k < q; k++) {
        basis[c * q + k] = vectors[k * q + c];
      }
    }
    return new Cluster(centre, basis);
  }

  private int nearest(int i, Cluster[] clusters) {
    int best = 0;
    double smallest = Double.POSITIVE_INFINITY;
    for (int c = 0; c < clusters.length; c++) {
      double distance = distance(i, clusters[c]);
      best = distance < smallest ? c : best;
      smallest = Math.min(smallest, distance);
    }
    return best;
  }

  private double distance(int i, Cluster c) {
    double sum = 0;
    for (int k = 0; k < q; k++) {
      double r = a[i * q + k] - c.centre[k];
      sum += r * r;
    }
    for (int b = 0; b < c.basis.length; b += q) {
      double along = dot(i, c.basis, b);
      sum -= along * along;
    }
    return sum;
  }

  private double dot(int i, double[] v, int at) {
    double sum = 0;
    for (int k = 0; k < q; k++) {
      sum += a[i * q + k] * v[at + k];
    }
    return sum;
  }
}
