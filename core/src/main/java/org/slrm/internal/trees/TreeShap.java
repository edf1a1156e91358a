package org.slrm.internal.trees;

/**
 * Exact Shapley values of trees (F-7), by Algorithm 2 of Lundberg, Erion and Lee (2018): features
 * outside a coalition are averaged by the cover of the children, and a missing value is a value. A
 * column with an unknown level is outside every coalition. Paths from the root carry, for every
 * size of coalition, the weight of the coalitions that reach the node. Owned by one thread.
 */
public final class TreeShap {
  private final int[] feature;
  private final double[] zero;
  private final double[] one;
  private final double[] weight;
  private Tree tree = Tree.leaf(0, 1);
  private double[] x = new double[0];
  private double[] phi = new double[0];

  /** For trees of at most this depth. */
  public TreeShap(int depth) {
    int size = (depth + 2) * (depth + 3) / 2;
    feature = new int[size];
    zero = new double[size];
    one = new double[size];
    weight = new double[size];
  }

  /** Adds the Shapley value of every feature for a dense row; they sum to η − expectation. */
  public void add(Tree of, double[] row, double[] out) {
    tree = of;
    x = row;
    phi = out;
    visit(0, new Step(0, 0, 1, 1, -1));
  }

  /**
   * One step down a path.
   *
   * @param from offset of the parent's path
   * @param depth features on the path
   * @param zero fraction of coalitions without the feature that go on
   * @param one fraction of coalitions with it that go on
   */
  private record Step(int from, int depth, double zero, double one, int feature) {}

  private void visit(int node, Step step) {
    int depth = step.depth;
    int at = step.from + depth;
    copy(step.from, at, depth);
    extend(at, depth, step);
    if (tree.feature()[node] < 0) {
      for (int i = 1; i <= depth; i++) {
        double w = unwoundSum(at, depth, i);
        phi[feature[at + i]] += w * (one[at + i] - zero[at + i]) * tree.value()[node];
      }
      return;
    }
    int j = tree.feature()[node];
    double incomingZero = 1;
    double incomingOne = 1;
    int seen = find(at, depth, j);
    if (seen > 0) {
      incomingZero = zero[at + seen];
      incomingOne = one[at + seen];
      unwind(at, depth, seen);
      depth--;
    }
    if (tree.averages(node, x)) {
      for (int child : new int[] {tree.left()[node], tree.right()[node]}) {
        double fraction = tree.cover()[child] / tree.cover()[node];
        visit(child, new Step(at, depth + 1, fraction * incomingZero, fraction * incomingOne, j));
      }
      return;
    }
    int hot = tree.next(node, x);
    int cold = hot == tree.left()[node] ? tree.right()[node] : tree.left()[node];
    double cover = tree.cover()[node];
    double hotZero = tree.cover()[hot] / cover * incomingZero;
    double coldZero = tree.cover()[cold] / cover * incomingZero;
    visit(hot, new Step(at, depth + 1, hotZero, incomingOne, j));
    visit(cold, new Step(at, depth + 1, coldZero, 0, j));
  }

  private void copy(int from, int to, int count) {
    System.arraycopy(feature, from, feature, to, count);
    System.arraycopy(zero, from, zero, to, count);
    System.arraycopy(one, from, one, to, count);
    System.arraycopy(weight, from, weight, to, count);
  }

  private int find(int at, int depth, int j) {
    for (int i = 1; i <= depth; i++) {
      if (feature[at + i] == j) {
        return i;
      }
    }
    return 0;
  }

  private void extend(int at, int depth, Step step) {
    feature[at + depth] = step.feature;
    zero[at + depth] = step.zero;
    one[at + depth] = step.one;
    weight[at + depth] = depth == 0 ? 1 : 0;
    for (int i = depth - 1; i >= 0; i--) {
      weight[at + i + 1] += step.one * weight[at + i] * (i + 1) / (depth + 1);
      weight[at + i] = step.zero * weight[at + i] * (depth - i) / (depth + 1);
    }
  }

  private void unwind(int at, int depth, int index) {
    double o = one[at + index];
    double z = zero[at + index];
    double next = weight[at + depth];
    for (int i = depth - 1; i >= 0; i--) {
      if (o != 0) {
        double before = weight[at + i];
        weight[at + i] = next * (depth + 1) / ((i + 1) * o);
        next = before - weight[at + i] * z * (depth - i) / (depth + 1);
      } else {
        weight[at + i] = weight[at + i] * (depth + 1) / (z * (depth - i));
      }
    }
    for (int i = index; i < depth; i++) {
      feature[at + i] = feature[at + i + 1];
      zero[at + i] = zero[at + i + 1];
      one[at + i] = one[at + i + 1];
    }
  }

  /** Sum of the weights without one feature of the path. */
  private double unwoundSum(int at, int depth, int index) {
    double o = one[at + index];
    double z = zero[at + index];
    double next = weight[at + depth];
    double total = 0;
    for (int i = depth - 1; i >= 0; i--) {
      if (o != 0) {
        double w = next * (depth + 1) / ((i + 1) * o);
        total += w;
        next = weight[at + i] - w * z * (depth - i) / (depth + 1);
      } else {
        total += weight[at + i] / (z * (depth - i)) * (depth + 1);
      }
    }
    return total;
  }
}
