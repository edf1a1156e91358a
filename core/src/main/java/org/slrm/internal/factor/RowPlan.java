package org.slrm.internal.factor;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slrm.data.IncompleteMatrix;
import org.slrm.internal.run.Patterns;

/**
 * The order in which the rows of a table are processed, fixed before the first iteration: groups of
 * equal pattern, blocks of groups, parts of blocks. Parts depend on the data alone, never on the
 * number of threads, and are merged in order.
 *
 * <p>For each block and column the groups to be summed are listed: those where the column is
 * observed, or, for a mostly observed column, those where it is missing; its sum is then total −
 * listed (the complement trick over rows).
 */
public final class RowPlan {
  static final int BLOCK = 64;

  final IncompleteMatrix z;
  final double @Nullable [] weights;
  final Patterns patterns;
  final int blocks;
  final int parts;
  final boolean[] complement;
  final int[][] listStart;
  final int[][] list;

  /** A plan for rows whose statistics take this many bytes. */
  public RowPlan(IncompleteMatrix z, double @Nullable [] weights, long statisticsBytes) {
    this.z = z;
    this.weights = weights;
    patterns = Patterns.of(z);
    int groups = patterns.groups();
    blocks = (groups + BLOCK - 1) / BLOCK;
    parts =
        (int) Math.max(1, Math.min(Math.min(8, blocks), (1L << 29) / Math.max(1, statisticsBytes)));
    int p = z.columns();
    complement = new boolean[p];
    int[] known = new int[p];
    for (int g = 0; g < groups; g++) {
      int i = patterns.row(patterns.start(g));
      for (int k = z.rowStart(i); k < z.rowStart(i + 1); k++) {
        known[z.column(k)]++;
      }
    }
    for (int j = 0; j < p; j++) {
      complement[j] = 2L * known[j] > groups;
    }
    listStart = new int[blocks][];
    list = new int[blocks][];
    for (int b = 0; b < blocks; b++) {
      listBlock(b);
    }
  }

  private RowPlan(RowPlan other, double[] weights) {
    this.weights = weights;
    z = other.z;
    patterns = other.patterns;
    blocks = other.blocks;
    parts = other.parts;
    complement = other.complement;
    listStart = other.listStart;
    list = other.list;
  }

  /** This plan with other row weights. */
  public RowPlan weighted(double[] others) {
    return new RowPlan(this, others);
  }

  public int rows() {
    return z.rows();
  }

  private void listBlock(int b) {
    int p = z.columns();
    int first = b * BLOCK;
    int count = Math.min(BLOCK, patterns.groups() - first);
    int[] starts = new int[p + 1];
    boolean[][] shows = new boolean[count][p];
    for (int g = 0; g < count; g++) {
      int i = patterns.row(patterns.start(first + g));
      for (int k = z.rowStart(i); k < z.rowStart(i + 1); k++) {
        shows[g][z.column(k)] = true;
      }
    }
    int[] entries = new int[p * count];
    int at = 0;
    for (int j = 0; j < p; j++) {
      for (int g = 0; g < count; g++) {
        if (shows[g][j] != complement[j]) {
          entries[at++] = g;
        }
      }
      starts[j + 1] = at;
    }
    listStart[b] = starts;
    list[b] = Arrays.copyOf(entries, at);
  }

  int firstBlock(int part) {
    return (int) ((long) blocks * part / parts);
  }

  public double weight(int i) {
    return weights == null ? 1 : weights[i];
  }
}
