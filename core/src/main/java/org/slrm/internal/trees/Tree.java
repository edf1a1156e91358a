package org.slrm.internal.trees;

import org.slrm.internal.predict.ModelRange;

/**
 * One tree as flat arrays over its nodes; node 0 is the root, and children come after their parent.
 * Immutable.
 *
 * @param feature the feature that a node splits on, −1 for a leaf
 * @param threshold values up to it go left
 * @param missingLeft whether a missing value goes left
 * @param left the left child
 * @param right the right child
 * @param value the value of a leaf; of an inner node the mean over its training rows
 * @param cover weight of the training rows of a node
 * @param levels of a node that splits levels (F-12) the codes that go left, a bit each; of other
 *     nodes empty; no entries without such nodes
 */
public record Tree(
    int[] feature,
    double[] threshold,
    boolean[] missingLeft,
    int[] left,
    int[] right,
    double[] value,
    double[] cover,
    long[][] levels) {
  /** A threshold above every known value: the split separates known from missing. */
  static final double ANY = ModelRange.LARGEST;

  /** No levels. */
  static final long[] NO_LEVELS = {};

  /** A tree whose nodes split numbers. */
  Tree(
      int[] feature,
      double[] threshold,
      boolean[] missingLeft,
      int[] left,
      int[] right,
      double[] value,
      double[] cover) {
    this(feature, threshold, missingLeft, left, right, value, cover, new long[0][]);
  }

  /** Cover and value of inner nodes follow from those of their leaves. */
  public Tree {
    for (int node = feature.length - 1; node >= 0; node--) {
      if (feature[node] >= 0) {
        double l = cover[left[node]];
        double r = cover[right[node]];
        cover[node] = l + r;
        value[node] = (l * value[left[node]] + r * value[right[node]]) / (l + r);
      }
    }
  }

  static Tree leaf(double value, double cover) {
    return new Tree(
        new int[] {-1},
        new double[1],
        new boolean[1],
        new int[1],
        new int[1],
        new double[] {value},
        new double[] {cover});
  }

  int nodes() {
    return feature.length;
  }

  /** Whether a set of codes has a code. */
  static boolean has(long[] codes, int code) {
    return code >> 6 < codes.length && (codes[code >> 6] >>> code & 1) == 1;
  }

  /** The child that a row goes to, given dense values with NaN where missing, and known levels. */
  int next(int node, double[] x) {
    double v = x[feature[node]];
    boolean goesLeft =
        Double.isNaN(v)
            ? missingLeft[node]
            : splitsLevels(node) ? has(levels[node], (int) v) : v <= threshold[node];
    return goesLeft ? left[node] : right[node];
  }

  private boolean splitsLevels(int node) {
    return levels.length > 0 && levels[node].length > 0;
  }

  /** Whether a node splits the levels of a column whose level in this row is unknown. */
  boolean averages(int node, double[] x) {
    return splitsLevels(node) && x[feature[node]] < 0;
  }

  /** The tree's value for a row; with an unknown level the mean of both sides by cover (F-13). */
  double predict(double[] x) {
    return predict(0, x);
  }

  private double predict(int from, double[] x) {
    int node = from;
    while (feature[node] >= 0) {
      if (averages(node, x)) {
        double l = cover[left[node]];
        double r = cover[right[node]];
        return (l * predict(left[node], x) + r * predict(right[node], x)) / (l + r);
      }
      node = next(node, x);
    }
    return value[node];
  }

  /** Mean over the training rows, the reference of contributions. */
  double expectation() {
    return value[0];
  }

  /** The depth of the tree. */
  int depth() {
    int[] depth = new int[nodes()];
    int largest = 0;
    for (int node = 0; node < nodes(); node++) {
      largest = Math.max(largest, depth[node]);
      if (feature[node] >= 0) {
        depth[left[node]] = depth[node] + 1;
        depth[right[node]] = depth[node] + 1;
      }
    }
    return largest;
  }
}
