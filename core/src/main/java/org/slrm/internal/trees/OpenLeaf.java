package org.slrm.internal.trees;

import org.jspecify.annotations.Nullable;

/** A leaf while its tree grows: its rows, its sums, and its best split. Mutable. */
final class OpenLeaf {
  final int node;
  final Histograms.Range rows;
  final long gradient;
  final long curvature;

  /** Sums by bin, null where they are computed when needed. */
  long @Nullable [] bins;

  double gain;
  int feature = -1;
  int bin;
  boolean missingLeft;

  /** Codes of the levels that go left, a bit each; empty for a split of numbers. */
  long[] levels = Tree.NO_LEVELS;

  OpenLeaf(int node, Histograms.Range rows, long gradient, long curvature) {
    this.node = node;
    this.rows = rows;
    this.gradient = gradient;
    this.curvature = curvature;
  }
}
