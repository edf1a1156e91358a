package org.slrm.internal.trees;

import java.util.Arrays;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.run.Workers;

/**
 * How the trees' variance over the training rows divides among the features (F-8): the squared
 * changes of the mean at splits on a feature, scaled so that they sum to the variance of the
 * predictions.
 */
record MissingFeatureVariance(Forest forest, IncompleteMatrix x, TreeTarget target) {
  private static final int MAX_BLOCKS = 64;
  private static final int MIN_ROWS = 256;

  /** Variance by feature. */
  static double[] of(Forest forest, IncompleteMatrix x, TreeTarget target, Workers workers) {
    return new MissingFeatureVariance(forest, x, target).byFeature(workers);
  }

  private double[] byFeature(Workers workers) {
    int features = x.columns();
    int[] rows = target.labelled();
    int size = Math.max(MIN_ROWS, (rows.length + MAX_BLOCKS - 1) / MAX_BLOCKS);
    Sums[] blocks = new Sums[(rows.length + size - 1) / size];
    workers.run(
        blocks.length,
        (worker, b) -> {
          int to = Math.min(rows.length, (b + 1) * size);
          blocks[b] = sums(Arrays.copyOfRange(rows, b * size, to));
        });
    Sums all = new Sums(features + 1);
    for (Sums block : blocks) {
      all.add(block);
    }
    double[] out = new double[features];
    double total = 0;
    for (int j = 0; j < features; j++) {
      out[j] = all.variance(j);
      total += out[j];
    }
    double predictions = all.variance(features);
    for (int j = 0; j < features; j++) {
      out[j] = total > 0 ? out[j] * predictions / total : 0;
    }
    return out;
  }

  private Sums sums(int[] rows) {
    int features = x.columns();
    Sums out = new Sums(features + 1);
    double[] dense = new double[features];
    double[] gain = new double[features];
    for (int i : rows) {
      Arrays.fill(dense, Double.NaN);
      Arrays.fill(gain, 0);
      for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
        dense[x.column(k)] = x.value(k);
      }
      double eta = 0;
      for (Tree tree : forest.trees()) {
        eta += predict(tree, dense, gain);
      }
      double w = target.weights()[i];
      for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
        out.put(x.column(k), w, gain[x.column(k)]);
      }
      out.put(features, w, eta);
    }
    return out;
  }

  private static double predict(Tree tree, double[] dense, double[] gain) {
    int node = 0;
    while (tree.feature()[node] >= 0) {
      int next = tree.next(node, dense);
      gain[tree.feature()[node]] += tree.value()[next] - tree.value()[node];
      node = next;
    }
    return tree.value()[node];
  }

  /** Weights, weighted sums and sums of squares. */
  private static final class Sums {
    private final double[] weight;
    private final double[] sum;
    private final double[] squares;

    Sums(int size) {
      weight = new double[size];
      sum = new double[size];
      squares = new double[size];
    }

    void put(int j, double w, double value) {
      weight[j] += w;
      sum[j] += w * value;
      squares[j] += w * value * value;
    }

    void add(Sums other) {
      for (int j = 0; j < weight.length; j++) {
        weight[j] += other.weight[j];
        sum[j] += other.sum[j];
        squares[j] += other.squares[j];
      }
    }

    double variance(int j) {
      double mean = weight[j] > 0 ? sum[j] / weight[j] : 0;
      return weight[j] > 0 ? Math.max(0, squares[j] / weight[j] - mean * mean) : 0;
    }
  }
}
