package org.slrm.internal.run;

import java.util.Arrays;
import org.slrm.data.IncompleteMatrix;

/**
 * Categorical columns that are given as indicators, one per level: neighbouring features that are
 * known in the same rows, where every row has the larger value in exactly one of them.
 *
 * @param first the first feature of each column
 * @param limit by column and level, the value from which on the indicator is set
 */
public record CategoricalColumns(int[] first, double[][] limit) {
  /** No categorical columns. */
  public static final CategoricalColumns NONE = new CategoricalColumns(new int[0], new double[0][]);

  /** The most levels of a column. */
  public static final int MAX_LEVELS = 254;

  /** The limit of a level that no row has. */
  static final double NEVER = 1e40;

  /** The code of a row with known indicators of which not exactly one is set. */
  public static final int UNKNOWN = -1;

  /** The columns of a table. */
  public static CategoricalColumns of(IncompleteMatrix x) {
    return IndicatorGroups.categorical(x);
  }

  /** Number of columns. */
  public int count() {
    return first.length;
  }

  /** Number of levels of the column that starts at a feature; 0 where none starts. */
  public int levels(int feature) {
    int c = Arrays.binarySearch(first, feature);
    return c < 0 ? 0 : limit[c].length;
  }

  /** Replaces the indicators of a dense row by a code at the first of them, NaN where missing. */
  public void encode(double[] x, double[] out) {
    System.arraycopy(x, 0, out, 0, x.length);
    for (int c = 0; c < first.length; c++) {
      out[first[c]] = code(x, first[c], limit[c]);
    }
  }

  private static double code(double[] x, int at, double[] limit) {
    int level = UNKNOWN;
    boolean missing = false;
    for (int k = 0; k < limit.length; k++) {
      double v = x[at + k];
      if (v >= limit[k]) {
        if (level >= 0) {
          return UNKNOWN;
        }
        level = k;
      }
      missing |= Double.isNaN(v);
    }
    return level < 0 && missing ? Double.NaN : level;
  }

  /** The table with a code at the first indicator of each column; its others are missing. */
  public IncompleteMatrix encoded(IncompleteMatrix x) {
    if (first.length == 0) {
      return x;
    }
    int[] column = new int[x.columns()];
    Arrays.fill(column, -1);
    for (int c = 0; c < first.length; c++) {
      Arrays.fill(column, first[c], first[c] + limit[c].length, c);
    }
    IncompleteMatrix.Builder out = IncompleteMatrix.builder(x.columns());
    for (int i = 0; i < x.rows(); i++) {
      for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
        int j = x.column(k);
        int c = column[j];
        if (c < 0) {
          out.entry(j, x.value(k));
        } else if (x.value(k) >= limit[c][j - first[c]]) {
          out.entry(first[c], j - first[c]);
        }
      }
      out.endRow();
    }
    return out.build();
  }

  /** Moves the contribution of each known level from the first indicator to its own. */
  public void contributions(double[] encoded, double[] phi) {
    for (int j : first) {
      if (encoded[j] > 0) {
        phi[j + (int) encoded[j]] = phi[j];
        phi[j] = 0;
      }
    }
  }
}
