package org.slrm.internal.trees;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.slrm.internal.run.Workers;
import org.slrm.method.TreesConfig;

/** Grows trees: the leaf with the largest gain is split next (F-4), until none gains. */
final class TreeGrower {
  private final Bins bins;
  private final RowSums sums;
  private final TreesConfig config;
  private final NodeSearch search;
  private final Partition partition;
  private final List<OpenLeaf> leaves = new ArrayList<>();
  private final int[] feature;
  private final int[] bin;
  private final boolean[] missingLeft;
  private final long[][] levels;
  private final int[] left;
  private final int[] right;
  private final double[] value;
  private int nodes;

  TreeGrower(Bins bins, int rows, RowSums sums, TreesConfig config, Workers workers) {
    this.bins = bins;
    this.sums = sums;
    this.config = config;
    partition = new Partition(rows, sums.stride);
    search = new NodeSearch(bins, partition, sums, config, workers);
    int largest = 2 * config.leaves() - 1;
    feature = new int[largest];
    bin = new int[largest];
    missingLeft = new boolean[largest];
    levels = new long[largest][];
    left = new int[largest];
    right = new int[largest];
    value = new double[largest];
  }

  /** The rows and their sums, by leaf after a tree has grown. */
  Partition partition() {
    return partition;
  }

  /** Grows a tree for the rows in the partition; the seed draws its features. */
  void grow(long seed) {
    search.draw(seed);
    leaves.clear();
    nodes = 0;
    OpenLeaf root = leaf(new Histograms.Range(0, partition.size));
    if (search.divisible(root)) {
      search.root(root);
    }
    while (leaves.size() < config.leaves()) {
      OpenLeaf next = best();
      if (next.gain <= 0) {
        break;
      }
      cut(next);
    }
    leaves.forEach(search::release);
  }

  private OpenLeaf best() {
    OpenLeaf best = leaves.get(0);
    for (OpenLeaf leaf : leaves) {
      best = leaf.gain > best.gain ? leaf : best;
    }
    return best;
  }

  private OpenLeaf leaf(Histograms.Range rows) {
    long g = 0;
    long h = 0;
    for (int k = rows.from(); k < rows.to(); k++) {
      g += sums.gradient(partition.sums, k);
      h += sums.curvature(partition.sums, k);
    }
    OpenLeaf leaf = new OpenLeaf(nodes++, rows, g, h);
    feature[leaf.node] = -1;
    levels[leaf.node] = Tree.NO_LEVELS;
    // (F-5)
    value[leaf.node] = config.learningRate() * sums.step(g, h, config.l2());
    leaves.add(leaf);
    return leaf;
  }

  private void cut(OpenLeaf parent) {
    int j = parent.feature;
    int middle = partition.split(parent.rows, bins.codes(j), parent, bins.known(j));
    leaves.remove(parent);
    OpenLeaf a = leaf(new Histograms.Range(parent.rows.from(), middle));
    OpenLeaf b = leaf(new Histograms.Range(middle, parent.rows.to()));
    feature[parent.node] = j;
    bin[parent.node] = parent.bin;
    missingLeft[parent.node] = parent.missingLeft;
    levels[parent.node] = parent.levels;
    left[parent.node] = a.node;
    right[parent.node] = b.node;
    boolean more = leaves.size() < config.leaves();
    if (more && (search.divisible(a) || search.divisible(b))) {
      boolean first = a.rows.size() <= b.rows.size();
      search.children(first ? a : b, first ? b : a, parent);
    }
    search.release(parent);
  }

  /** Adds the value of its leaf to each row's η. */
  void addTo(double[] eta) {
    for (OpenLeaf leaf : leaves) {
      for (int k = leaf.rows.from(); k < leaf.rows.to(); k++) {
        eta[partition.rows[k]] += value[leaf.node];
      }
    }
  }

  /** The tree's value for any row of the table. */
  double predict(int row) {
    int node = 0;
    while (feature[node] >= 0) {
      int code = bins.codes(feature[node])[row] & 0xff;
      boolean goesLeft =
          code == bins.known(feature[node])
              ? missingLeft[node]
              : levels[node].length > 0 ? Tree.has(levels[node], code) : code <= bin[node];
      node = goesLeft ? left[node] : right[node];
    }
    return value[node];
  }

  /** The last tree, with cover by row weights. */
  Tree tree(double[] weights) {
    double[] threshold = new double[nodes];
    double[] cover = new double[nodes];
    for (OpenLeaf leaf : leaves) {
      for (int k = leaf.rows.from(); k < leaf.rows.to(); k++) {
        cover[leaf.node] += weights[partition.rows[k]];
      }
    }
    boolean splitsLevels = false;
    for (int node = nodes - 1; node >= 0; node--) {
      splitsLevels |= levels[node].length > 0;
      if (feature[node] >= 0 && levels[node].length == 0) {
        threshold[node] = bins.edge(feature[node], bin[node]);
      }
    }
    return new Tree(
        Arrays.copyOf(feature, nodes),
        threshold,
        Arrays.copyOf(missingLeft, nodes),
        Arrays.copyOf(left, nodes),
        Arrays.copyOf(right, nodes),
        Arrays.copyOf(value, nodes),
        cover,
        splitsLevels ? Arrays.copyOf(levels, nodes) : new long[0][]);
  }
}
