package org.slrm.internal.trees;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.run.FitContext;
import org.slrm.method.TreesConfig;
import org.slrm.result.Folds;

/**
 * Gradient boosting on some rows of a table, one tree at a time: gradient and curvature of half the
 * deviance at η (F-3), a tree of Newton steps (F-4, F-5), then an update of η.
 */
public final class Boosting {
  /** Gradients below this fraction of the first ones are rounding. */
  private static final double ROUNDING = 1e-12;

  /** With at most this many rows, all are used. */
  private static final int MIN_ROWS_TO_SAMPLE = 20;

  private final double fraction;
  private final TreeTarget target;
  private final int[] rows;
  private final RowSums sums;
  private final TreeGrower grower;
  private final double[] eta;
  private final double @Nullable [] against;
  private final double base;
  private final double scale;
  private final boolean noFiniteOptimum;
  private final long seed;
  private final List<Tree> trees = new ArrayList<>();

  /** Starts on labelled rows with the best constant η, or with their offsets. */
  Boosting(Bins bins, TreeTarget target, int[] rows, TreesConfig config, FitContext context) {
    this(bins, target, target.start(rows), null, rows, config, context);
  }

  /**
   * Starts on labelled rows from a given η.
   *
   * @param against the η of the other classes in every row; null for a single column; the trees of
   *     other classes change it
   */
  Boosting(
      Bins bins,
      TreeTarget target,
      double start,
      double @Nullable [] against,
      int[] rows,
      TreesConfig config,
      FitContext context) {
    this.target = target;
    this.against = against;
    this.rows = rows;
    fraction = config.rows();
    base = start;
    scale = largestGradient(0);
    noFiniteOptimum = target.noFiniteOptimum(rows);
    double[] offset = target.offset();
    eta = offset == null ? new double[bins.rows()] : offset.clone();
    Arrays.setAll(eta, i -> eta[i] + base);
    sums = new RowSums(curvature(), target.whole());
    grower = new TreeGrower(bins, rows.length, sums, config, context.workers());
    seed = context.seed();
  }

  /** This many trees on all labelled rows, fewer if no gradient is left. */
  public static Forest fit(
      Bins bins, TreeTarget target, int trees, TreesConfig config, FitContext context) {
    return JointBoosting.fit(List.of(new BoostedColumn(bins, target)), trees, config, context)
        .get(0);
  }

  /** The largest possible sum of curvatures. */
  private double curvature() {
    double sum = 0;
    for (int i : rows) {
      sum += Math.max(target.weights()[i], curvature(i));
    }
    return Math.max(1, sum);
  }

  private double largestGradient(double at) {
    double largest = 0;
    for (int i : rows) {
      largest = Math.max(largest, Math.abs(target.gradient(i, at)));
    }
    return largest;
  }

  private double gradient(int i) {
    return target.gradient(i, against == null ? eta[i] : eta[i] - against[i]);
  }

  /** Twice the curvature bounds the joint loss of several classes (F-11). */
  private double curvature(int i) {
    return against == null
        ? target.curvature(i, eta[i])
        : 2 * target.curvature(i, eta[i] - against[i]);
  }

  /** Adds a tree, unless no gradient is left. */
  boolean grow() {
    if (noFiniteOptimum) {
      return false;
    }
    double[] gradient = new double[rows.length];
    double largest = 0;
    for (int k = 0; k < rows.length; k++) {
      gradient[k] = gradient(rows[k]);
      largest = Math.max(largest, Math.abs(gradient[k]));
    }
    if (largest <= ROUNDING * scale) {
      return false;
    }
    sums.largest(largest);
    boolean[] drawn = drawn();
    put(gradient, drawn);
    grower.grow(seed + trees.size());
    grower.addTo(eta);
    updateOthers(
        IntStream.range(0, rows.length).filter(k -> !drawn[k]).map(k -> rows[k]).toArray());
    trees.add(grower.tree(target.weights()));
    return true;
  }

  /** Passes gradients and curvatures of the drawn rows to the grower. */
  private void put(double[] gradient, boolean[] drawn) {
    Partition partition = grower.partition();
    partition.size = 0;
    double total = 0;
    double curvature = 0;
    for (int k = 0; k < rows.length; k++) {
      if (drawn[k]) {
        int i = rows[k];
        double w = target.weights()[i];
        double h = curvature(i);
        partition.rows[partition.size] = i;
        sums.put(partition.sums, partition.size++, gradient[k], w, h);
        total += w;
        curvature += h;
      }
    }
    if (!target.kind().quadratic()) {
      sums.average(curvature / total);
    }
  }

  /** The rows of the next tree. */
  private boolean[] drawn() {
    boolean[] out = new boolean[rows.length];
    Arrays.fill(out, true);
    if (fraction < 1 && rows.length > MIN_ROWS_TO_SAMPLE) {
      int[] order = Folds.shuffled(rows.length, ~(seed + trees.size()));
      for (int k = (int) Math.ceil(fraction * rows.length); k < rows.length; k++) {
        out[order[k]] = false;
      }
    }
    return out;
  }

  /** Adds the last tree to the η of rows that were not in its sample. */
  void updateOthers(int[] others) {
    for (int i : others) {
      eta[i] += grower.predict(i);
    }
  }

  /** η of a training row or of an added one. */
  double eta(int row) {
    return eta[row];
  }

  /** The trees so far. */
  Forest forest() {
    return new Forest(base, trees);
  }
}
