package org.slrm.internal.trees;

/**
 * One tree as plain arrays over its nodes; node 0 is the root, and children come after their
 * parent. Immutable.
 *
 * @param feature the feature that a node asks for, −1 for a leaf
 * @param threshold a value up to it goes left
 * @param missingLeft whether a missing value goes left
 * @param left the left child
 * @param right the right child
 * @param value what a leaf adds; of an inner node the mean over the training rows that reach it
 * @param cover weight of the training rows that reached a node
 */
public record Tree(
    int[] feature,
    double[] threshold,
    boolean[] missingLeft,
    int[] left,
    int[] right,
    double[] value,
    double[] cover) {
  /** A threshold that every known value is below: the cut tells known from missing. */
  static final double ANY = org.slrm.internal.predict.ModelRange.LARGEST;

  /** Number of nodes. */
  int nodes() {
    return feature.length;
  }

  /** The child that a row goes to, given dense values with NaN where missing. */
  int next(int node, double[] x) {
    double v = x[feature[node]];
    boolean goesLeft = Double.isNaN(v) ? missingLeft[node] : v <= threshold[node];
    return goesLeft ? left[node] : right[node];
  }

  /** What the tree adds for a row. */
  double predict(double[] x) {
    int node = 0;
    while (feature[node] >= 0) {
      node = next(node, x);
    }
    return value[node];
  }

  /** Mean over the training rows: what contributions are measured from. */
  double expectation() {
    return value[0];
  }

  /** Inner nodes get the mean of their children's values, by cover. */
  Tree withMeans() {
    for (int node = nodes() - 1; node >= 0; node--) {
      if (feature[node] >= 0) {
        double l = cover[left[node]];
        double r = cover[right[node]];
        value[node] = (l * value[left[node]] + r * value[right[node]]) / (l + r);
      }
    }
    return this;
  }

  /** The longest way from the root to a leaf. */
  int depth() {
    int[] depth = new int[nodes()];
    int most = 0;
    for (int node = 0; node < nodes(); node++) {
      most = Math.max(most, depth[node]);
      if (feature[node] >= 0) {
        depth[left[node]] = depth[node] + 1;
        depth[right[node]] = depth[node] + 1;
      }
    }
    return most;
  }
}
