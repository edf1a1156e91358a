package org.slrm.internal.trees;

import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.run.CategoricalColumns;
import org.slrm.internal.run.Workers;

/**
 * Features as codes of one byte, feature by feature: observed values fall into at most 255 bins,
 * cut midway between neighbouring values at quantiles (F-1). Missing values have a bin of their own
 * after these. Labels are not used.
 */
public final class Bins {
  /** The most bins of observed values. */
  static final int MAX = 255;

  private static final int FEW = 64;
  private static final int MIN = 16;
  private static final int ROWS_PER_BIN = 8;

  private final int rows;
  private final byte[][] codes;
  private final double[][] edges;
  private final int[] start;
  private final boolean[] varies;
  private final CategoricalColumns categories;

  private Bins(int rows, byte[][] codes, double[][] edges, CategoricalColumns categories) {
    this.categories = categories;
    this.rows = rows;
    this.codes = codes;
    this.edges = edges;
    start = new int[codes.length + 1];
    varies = new boolean[codes.length];
    for (int j = 0; j < codes.length; j++) {
      byte[] code = codes[j];
      varies[j] = known(j) > 1 || IntStream.range(1, rows).anyMatch(i -> code[i] != code[0]);
      start[j + 1] = start[j] + known(j) + 1;
    }
  }

  /**
   * Bins of columns of doubles, NaN where missing; each column is requested once, by any thread.
   *
   * @param weights row weights, null for 1
   * @param limit the most bins of a column, at most 255
   */
  public static Bins of(
      int rows,
      int features,
      IntFunction<double[]> column,
      double @Nullable [] weights,
      int limit,
      Workers workers) {
    return of(rows, features, column, CategoricalColumns.NONE, weights, limit, workers);
  }

  private static Bins of(
      int rows,
      int features,
      IntFunction<double[]> column,
      CategoricalColumns categories,
      double @Nullable [] weights,
      int limit,
      Workers workers) {
    byte[][] codes = new byte[features][];
    double[][] edges = new double[features][];
    workers.run(
        features,
        (worker, j) -> {
          double[] x = column.apply(j);
          int levels = categories.levels(j);
          edges[j] = levels > 0 ? betweenLevels(levels) : edges(x, weights, limit);
          codes[j] = codes(x, edges[j]);
        });
    return new Bins(rows, codes, edges, categories);
  }

  /** Bins of a table. */
  public static Bins of(IncompleteMatrix x, double @Nullable [] weights, Workers workers) {
    return of(x, CategoricalColumns.NONE, weights, workers);
  }

  /** Bins of a table of which some columns contain codes of levels. */
  static Bins of(
      IncompleteMatrix x,
      CategoricalColumns categories,
      double @Nullable [] weights,
      Workers workers) {
    return of(x, categories, weights, MAX, workers);
  }

  /** Fewer bins, for fits that are only compared: search time is proportional to bins. */
  static Bins fewer(
      IncompleteMatrix x,
      CategoricalColumns categories,
      double @Nullable [] weights,
      Workers workers) {
    return of(
        x, categories, weights, Math.min(FEW, Math.max(MIN, x.rows() / ROWS_PER_BIN)), workers);
  }

  private static Bins of(
      IncompleteMatrix x,
      CategoricalColumns categories,
      double @Nullable [] weights,
      int limit,
      Workers workers) {
    IncompleteMatrix columns = x.transposed();
    IntFunction<double[]> column =
        j -> {
          double[] out = new double[x.rows()];
          Arrays.fill(out, Double.NaN);
          for (int k = columns.rowStart(j); k < columns.rowStart(j + 1); k++) {
            out[columns.column(k)] = columns.value(k);
          }
          return out;
        };
    return of(x.rows(), x.columns(), column, categories, weights, limit, workers);
  }

  private static double[] betweenLevels(int levels) {
    double[] out = new double[levels - 1];
    Arrays.setAll(out, k -> k + 0.5);
    return out;
  }

  private static double[] edges(double[] x, double @Nullable [] weights, int limit) {
    double[] sorted =
        IntStream.range(0, x.length)
            .filter(i -> weights == null || weights[i] > 0)
            .mapToDouble(i -> x[i])
            .filter(v -> !Double.isNaN(v))
            .sorted()
            .toArray();
    double[] distinct = distinct(sorted);
    if (distinct.length <= limit) {
      double[] out = new double[Math.max(0, distinct.length - 1)];
      Arrays.setAll(out, b -> between(distinct[b], distinct[b + 1]));
      return out;
    }
    return quantiles(distinct, weights(x, distinct, weights), limit);
  }

  private static double[] distinct(double[] sorted) {
    int n = 0;
    for (int k = 0; k < sorted.length; k++) {
      if (k == 0 || sorted[k] != sorted[k - 1]) {
        sorted[n++] = sorted[k] + 0.0;
      }
    }
    return Arrays.copyOf(sorted, n);
  }

  private static double[] weights(double[] x, double[] distinct, double @Nullable [] weights) {
    double[] out = new double[distinct.length];
    for (int i = 0; i < x.length; i++) {
      if (!Double.isNaN(x[i]) && (weights == null || weights[i] > 0)) {
        // −0 and 0 are one value here; a binary search distinguishes them.
        out[Arrays.binarySearch(distinct, x[i] + 0.0)] += weights == null ? 1 : weights[i];
      }
    }
    return out;
  }

  /** Cuts after the first value at which an equal fraction of the weight is reached. */
  private static double[] quantiles(double[] distinct, double[] weight, int limit) {
    double weightPerBin = Arrays.stream(weight).sum() / limit;
    double[] out = new double[limit - 1];
    int n = 0;
    double reached = 0;
    for (int v = 0; v + 1 < distinct.length; v++) {
      double before = reached;
      reached += weight[v];
      if (Math.floor(reached / weightPerBin) > Math.floor(before / weightPerBin)
          && n < out.length) {
        out[n++] = between(distinct[v], distinct[v + 1]);
      }
    }
    return Arrays.copyOf(out, n);
  }

  /** The midpoint; below the larger value even where rounding has no number in between. */
  private static double between(double low, double high) {
    double middle = low + (high - low) / 2;
    return middle < high ? middle : low;
  }

  private static byte[] codes(double[] x, double[] edges) {
    byte[] out = new byte[x.length];
    for (int i = 0; i < x.length; i++) {
      out[i] = (byte) (Double.isNaN(x[i]) ? edges.length + 1 : bin(edges, x[i]));
    }
    return out;
  }

  /** Number of edges below x. */
  private static int bin(double[] edges, double x) {
    int low = 0;
    int high = edges.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (x <= edges[middle]) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  int rows() {
    return rows;
  }

  int features() {
    return codes.length;
  }

  /** Codes of a feature by row, as unsigned bytes. */
  byte[] codes(int j) {
    return codes[j];
  }

  /** Number of bins of observed values of a feature, which is also the code of a missing value. */
  int known(int j) {
    return edges[j].length + 1;
  }

  /** Number of features that vary, where each level of a categorical column counts. */
  int indicators() {
    return IntStream.range(0, varies.length)
        .filter(this::varies)
        .map(j -> Math.max(1, categories.levels(j)))
        .sum();
  }

  /** Whether a feature contains codes of levels. */
  boolean categorical(int j) {
    return categories.levels(j) > 0;
  }

  /** Whether a feature has at least two different codes. */
  boolean varies(int j) {
    return varies[j];
  }

  /** The offset of each feature's bins in one array of all bins. */
  int start(int j) {
    return start[j];
  }

  /** Largest value of a bin; the last one has none. */
  double edge(int j, int bin) {
    return bin < edges[j].length ? edges[j][bin] : Tree.ANY;
  }
}
