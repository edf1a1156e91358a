package org.slrm.internal.label;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.internal.check.Checks;
import org.slrm.internal.special.SortOrder;

/**
 * Several classes as a tree of binary decisions (Y-3): the root decides between two groups of
 * classes, each node below divides a group further. The log loss of the classes is the sum of the
 * nodes' log losses, so every method for two classes also handles several. Node k has children 2k
 * and 2k+1 in {@code child}: a node, or ~c for class c. Parents come before children.
 */
public final class ClassTree implements Serializable {
  private static final long serialVersionUID = 1;
  private static final int ROUNDS = 30;

  private final int[] child;

  private ClassTree(int[] child) {
    this.child = child;
  }

  /** A tree of these children, checked. */
  public static ClassTree of(int[] child) {
    int nodes = child.length / 2;
    Checks.equal("children", child.length, "two for each node", 2 * nodes);
    int[] seen = new int[2 * nodes + 1];
    for (int k = 0; k < child.length; k++) {
      int c = child[k];
      boolean known = c < 0 ? ~c <= nodes : c > k / 2 && c < nodes;
      int at = c < 0 ? nodes + ~c : c;
      if (!known || seen[at]++ > 0) {
        throw new IllegalArgumentException(
            "children of a tree of classes must be later nodes or classes, each once, got " + c);
      }
    }
    return new ClassTree(child.clone());
  }

  /**
   * Similar classes stay together: each node splits its classes along the leading direction of
   * their centres, at the cut that explains most.
   *
   * @param centres centre of each class in the space of the features
   * @param counts number of rows of each class
   */
  public static ClassTree of(double[][] centres, double[] counts) {
    Checks.atLeast("classes", centres.length, 2);
    List<int[]> groups = new ArrayList<>();
    groups.add(IntStream.range(0, centres.length).toArray());
    int[] child = new int[2 * (centres.length - 1)];
    for (int node = 0; node < groups.size(); node++) {
      int[][] halves = split(groups.get(node), centres, counts);
      for (int side = 0; side < 2; side++) {
        int[] half = halves[side];
        child[2 * node + side] = half.length == 1 ? ~half[0] : groups.size();
        if (half.length > 1) {
          groups.add(half);
        }
      }
    }
    return new ClassTree(child);
  }

  private static int[][] split(int[] group, double[][] centres, double[] counts) {
    if (group.length == 2) {
      return new int[][] {{group[0]}, {group[1]}};
    }
    double[] at = projected(group, centres, counts);
    int[] order = SortOrder.by(group.length, g -> at[g]);
    int best = 1;
    double largest = -1;
    for (int cut = 1; cut < group.length; cut++) {
      double explained = explained(order, cut, at, group, counts);
      if (explained > largest) {
        largest = explained;
        best = cut;
      }
    }
    int[] left = members(order, 0, best, group);
    int[] right = members(order, best, group.length, group);
    return left[0] < right[0] ? new int[][] {left, right} : new int[][] {right, left};
  }

  private static int[] members(int[] order, int from, int to, int[] group) {
    return IntStream.range(from, to).map(k -> group[order[k]]).sorted().toArray();
  }

  /** n₁n₂/(n₁ + n₂) (m₁ − m₂)²: the sum of squares that a cut explains. */
  private static double explained(int[] order, int cut, double[] at, int[] group, double[] counts) {
    double[] n = new double[2];
    double[] sum = new double[2];
    for (int k = 0; k < order.length; k++) {
      int side = k < cut ? 0 : 1;
      // Classes without rows have a negligible weight.
      double weight = Math.max(1e-9, counts[group[order[k]]]);
      n[side] += weight;
      sum[side] += weight * at[order[k]];
    }
    double off = sum[0] / n[0] - sum[1] / n[1];
    return n[0] * n[1] / (n[0] + n[1]) * off * off;
  }

  /** Centres of a group along the leading direction of their weighted covariance. */
  private static double[] projected(int[] group, double[][] centres, double[] counts) {
    int p = centres[group[0]].length;
    double[] mean = new double[p];
    double total = 0;
    for (int c : group) {
      double w = Math.max(1e-9, counts[c]);
      total += w;
      for (int j = 0; j < p; j++) {
        mean[j] += w * centres[c][j];
      }
    }
    double all = total;
    Arrays.setAll(mean, j -> mean[j] / all);
    double[] direction = start(group, centres, mean);
    double[] code = new double[group.length];
    for (int round = 0; round < ROUNDS; round++) {
      Arrays.fill(code, 0);
      double[] next = new double[p];
      for (int g = 0; g < group.length; g++) {
        for (int j = 0; j < p; j++) {
          code[g] += (centres[group[g]][j] - mean[j]) * direction[j];
        }
        double w = Math.max(1e-9, counts[group[g]]) * code[g];
        for (int j = 0; j < p; j++) {
          next[j] += w * (centres[group[g]][j] - mean[j]);
        }
      }
      double size = Math.sqrt(Arrays.stream(next).map(v -> v * v).sum());
      if (size == 0) {
        // Centres coincide: any order is valid.
        return IntStream.range(0, group.length).mapToDouble(g -> g).toArray();
      }
      Arrays.setAll(direction, j -> next[j] / size);
    }
    return code;
  }

  /** The centre farthest from the mean, which is never orthogonal to all others. */
  private static double[] start(int[] group, double[][] centres, double[] mean) {
    double largest = -1;
    double[] best = mean;
    for (int c : group) {
      double[] difference = new double[mean.length];
      Arrays.setAll(difference, j -> centres[c][j] - mean[j]);
      double size = Arrays.stream(difference).map(v -> v * v).sum();
      if (size > largest) {
        largest = size;
        best = difference;
      }
    }
    return best.clone();
  }

  /** Log-odds at a node, log Σ_second e^s − log Σ_first e^s, from log probabilities (Y-13). */
  public double logOdds(int node, double[] score) {
    return logSum(child[2 * node + 1], score) - logSum(child[2 * node], score);
  }

  private double logSum(int from, double[] score) {
    if (from < 0) {
      return score[~from];
    }
    double a = logSum(child[2 * from], score);
    double b = logSum(child[2 * from + 1], score);
    double larger = Math.max(a, b);
    return larger + Math.log1p(Math.exp(Math.min(a, b) - larger));
  }

  /** Number of classes. */
  public int levels() {
    return child.length / 2 + 1;
  }

  public int nodes() {
    return child.length / 2;
  }

  /** The children of all nodes, a copy. */
  public int[] children() {
    return child.clone();
  }

  /** Writes the binary labels of a class: 0 or 1, NaN at nodes that are not on its path. */
  void encode(int level, double[] out, int at) {
    Arrays.fill(out, at, at + nodes(), Double.NaN);
    follow(0, level, out, at);
  }

  private boolean follow(int node, int level, double[] out, int at) {
    for (int side = 0; side < 2; side++) {
      int c = child[2 * node + side];
      if (c < 0 ? ~c == level : follow(c, level, out, at)) {
        out[at + node] = side;
        return true;
      }
    }
    return false;
  }

  /** The class of these binary labels, NaN if one on its path is unknown. */
  double decoded(double[] code) {
    for (int node = 0; ; ) {
      if (Double.isNaN(code[node])) {
        return Double.NaN;
      }
      int c = child[2 * node + (code[node] > 0.5 ? 1 : 0)];
      if (c < 0) {
        return ~c;
      }
      node = c;
    }
  }

  /** Probabilities of the classes from those of the second branch at each node. */
  public void probabilities(double[] second, double[] out) {
    double[] reach = reach(second);
    for (int k = 0; k < child.length; k++) {
      if (child[k] < 0) {
        out[~child[k]] = reach[k / 2] * branch(second, k);
      }
    }
  }

  /** Probability of the branch to child k. */
  private static double branch(double[] second, int k) {
    return k % 2 == 1 ? second[k / 2] : 1 - second[k / 2];
  }

  /** Probability that a row reaches each node. */
  public double[] reach(double[] second) {
    double[] reach = new double[nodes()];
    reach[0] = 1;
    for (int k = 0; k < child.length; k++) {
      if (child[k] >= 0) {
        reach[child[k]] = reach[k / 2] * branch(second, k);
      }
    }
    return reach;
  }
}
