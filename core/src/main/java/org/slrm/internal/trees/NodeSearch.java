package org.slrm.internal.trees;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.run.Workers;
import org.slrm.method.TreesConfig;
import org.slrm.result.Folds;

/**
 * Searches the best split of leaves, feature by feature. Bins of the smaller child are summed over
 * its rows; those of the other are its parent's minus these.
 */
final class NodeSearch {
  /** Bins of open leaves are stored up to this many bytes; otherwise they are computed again. */
  private static final long MAX_STORED = 256L << 20;

  /** Number of sums below which one thread is faster. */
  private static final long WORTH_SHARING = 60_000;

  private static final int BLOCKS_PER_THREAD = 4;

  /** Up to this number of features every tree uses all of them. */
  private static final double MANY = 64;

  private static final double MIN_FRACTION = 0.25;

  private final Bins bins;
  private final Partition partition;
  private final int stride;
  private final Workers workers;
  private final int[] all;
  private final double fraction;
  private int[] features;
  private final boolean storesBins;
  private final SplitSearch[] search;
  private final long[][] scratch;
  private final double[][] gain;
  private final int[][] cut;
  private final long[][][] levels;
  private final ArrayDeque<long[]> free = new ArrayDeque<>();

  NodeSearch(Bins bins, Partition partition, RowSums sums, TreesConfig config, Workers workers) {
    this.bins = bins;
    this.partition = partition;
    this.workers = workers;
    stride = sums.stride;
    // A feature with one bin cannot be split.
    all = IntStream.range(0, bins.features()).filter(bins::varies).toArray();
    fraction = config.columns() > 0 ? config.columns() : fraction(bins.indicators());
    features = all;
    storesBins = 8L * bins.start(bins.features()) * stride * config.leaves() <= MAX_STORED;
    search = new SplitSearch[workers.threads()];
    Arrays.setAll(search, w -> new SplitSearch(sums, config));
    scratch = new long[workers.threads()][(Bins.MAX + 1) * stride];
    gain = new double[2][features.length];
    cut = new int[2][features.length];
    boolean categorical = IntStream.of(all).anyMatch(bins::categorical);
    levels = new long[2][categorical ? features.length : 0][SplitSearch.LEVEL_WORDS];
  }

  /** With many features, trees are better and faster when each uses a random part of them. */
  private static double fraction(int features) {
    return Math.min(1, Math.max(MIN_FRACTION, MANY / features));
  }

  /** Draws the features of a tree. */
  void draw(long seed) {
    if (fraction < 1) {
      int count = Math.max(1, (int) Math.round(fraction * all.length));
      int[] order = Folds.shuffled(all.length, seed);
      features = IntStream.of(order).limit(count).sorted().map(f -> all[f]).toArray();
    }
  }

  /** Whether a leaf may be split. */
  boolean divisible(OpenLeaf leaf) {
    return search[0].divisible(leaf.curvature);
  }

  /** Searches the root. */
  void root(OpenLeaf root) {
    both(root, null, null);
  }

  /** Searches both children of a leaf, the smaller one first, and releases the leaf's bins. */
  void children(OpenLeaf small, OpenLeaf large, OpenLeaf parent) {
    both(small, large, parent.bins);
    parent.bins = null;
  }

  /** Releases the bins of a leaf. */
  void release(OpenLeaf leaf) {
    long[] used = leaf.bins;
    if (used != null) {
      free.push(used);
      leaf.bins = null;
    }
  }

  private void both(OpenLeaf small, @Nullable OpenLeaf large, long @Nullable [] parent) {
    if (storesBins) {
      small.bins = free.isEmpty() ? new long[bins.start(bins.features()) * stride] : free.pop();
    }
    if (large != null) {
      large.bins = parent;
    }
    int count = features.length;
    long work = (long) count * (small.rows.size() + Bins.MAX);
    boolean shared = workers.threads() > 1 && work > WORTH_SHARING;
    int blocks = shared ? Math.min(count, workers.threads() * BLOCKS_PER_THREAD) : 1;
    Workers.BlockTask block =
        (worker, b) -> {
          int to = (int) ((long) count * (b + 1) / blocks);
          for (int f = (int) ((long) count * b / blocks); f < to; f++) {
            feature(worker, f, small, large);
          }
        };
    if (shared) {
      workers.run(blocks, block);
    } else {
      block.run(0, 0);
    }
    choose(small, 0);
    if (large != null) {
      choose(large, 1);
    }
  }

  private void feature(int worker, int f, OpenLeaf small, @Nullable OpenLeaf large) {
    int j = features[f];
    long[] stored = small.bins;
    long[] h = stored == null ? scratch[worker] : stored;
    int start = stored == null ? 0 : bins.start(j);
    sum(small, j, h, start);
    search(worker, 0, f, small, h, start);
    if (large == null || !divisible(large)) {
      return;
    }
    long[] parent = large.bins;
    if (parent == null) {
      sum(large, j, h, start);
      search(worker, 1, f, large, h, start);
    } else {
      Histograms.subtract(parent, h, start * stride, (start + bins.known(j) + 1) * stride);
      search(worker, 1, f, large, parent, start);
    }
  }

  private void sum(OpenLeaf leaf, int j, long[] h, int start) {
    Arrays.fill(h, start * stride, (start + bins.known(j) + 1) * stride, 0);
    Histograms.add(bins.codes(j), leaf.rows, partition, stride, h, start * stride);
  }

  private void search(int worker, int child, int f, OpenLeaf leaf, long[] h, int start) {
    gain[child][f] = 0;
    if (divisible(leaf)) {
      int j = features[f];
      SplitSearch by = search[worker];
      if (bins.categorical(j)) {
        by.searchLevels(h, start, bins.known(j), leaf, levels[child][f]);
      } else {
        by.search(h, start, bins.known(j), leaf.gradient, leaf.curvature);
      }
      gain[child][f] = by.gain();
      cut[child][f] = 2 * by.bin() + (by.missingLeft() ? 1 : 0);
    }
  }

  /** The best feature, the first of equal ones. */
  private void choose(OpenLeaf leaf, int child) {
    leaf.gain = 0;
    for (int f = 0; divisible(leaf) && f < features.length; f++) {
      if (gain[child][f] > leaf.gain) {
        leaf.gain = gain[child][f];
        leaf.feature = features[f];
        leaf.bin = cut[child][f] >> 1;
        leaf.missingLeft = (cut[child][f] & 1) == 1;
        leaf.levels = bins.categorical(features[f]) ? levels[child][f].clone() : Tree.NO_LEVELS;
      }
    }
  }
}
