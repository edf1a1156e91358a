package org.slrm.internal;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.slrm.data.IncompleteMatrix;

/**
 * Rows grouped by the set of their observed entries: rows of a group share one factorisation.
 * Groups are ordered by their first row, rows within a group by number.
 */
public final class Patterns {
  private final int[] order;
  private final int[] starts;

  private Patterns(int[] order, int[] starts) {
    this.order = order;
    this.starts = starts;
  }

  /** Groups the rows of x. */
  public static Patterns of(IncompleteMatrix x) {
    int n = x.rows();
    Map<Key, Integer> groups = new HashMap<>(n * 2);
    int[] group = new int[n];
    int[] sizes = new int[n + 1];
    for (int i = 0; i < n; i++) {
      group[i] = groups.computeIfAbsent(new Key(x, i), key -> groups.size());
      sizes[group[i] + 1]++;
    }
    int count = groups.size();
    int[] starts = Arrays.copyOf(sizes, count + 1);
    for (int g = 0; g < count; g++) {
      starts[g + 1] += starts[g];
    }
    int[] next = starts.clone();
    int[] order = new int[n];
    for (int i = 0; i < n; i++) {
      order[next[group[i]]++] = i;
    }
    return new Patterns(order, starts);
  }

  /** Number of groups. */
  public int groups() {
    return starts.length - 1;
  }

  /** Position of the first row of a group; the last group ends at {@code start(groups())}. */
  public int start(int group) {
    return starts[group];
  }

  /** Row at a position. */
  public int row(int position) {
    return order[position];
  }

  private static final class Key {
    private final IncompleteMatrix x;
    private final int row;
    private final int hash;

    Key(IncompleteMatrix x, int row) {
      this.x = x;
      this.row = row;
      int h = x.observed(row);
      for (int k = x.rowStart(row); k < x.rowStart(row + 1); k++) {
        h = 31 * h + x.column(k);
      }
      hash = h;
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      if (!(other instanceof Key o) || o.hash != hash || o.x.observed(o.row) != x.observed(row)) {
        return false;
      }
      int shift = o.x.rowStart(o.row) - x.rowStart(row);
      for (int k = x.rowStart(row); k < x.rowStart(row + 1); k++) {
        if (x.column(k) != o.x.column(k + shift)) {
          return false;
        }
      }
      return true;
    }
  }
}
