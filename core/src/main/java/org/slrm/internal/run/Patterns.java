package org.slrm.internal.run;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.slrm.data.IncompleteMatrix;

/**
 * Rows grouped by missingness pattern, to share a factorisation; groups by their first row.
 *
 * @param order rows, group by group
 * @param starts position of the first row of each group, and the number of rows
 */
public record Patterns(int[] order, int[] starts) {
  /** Groups the rows of x. */
  public static Patterns of(IncompleteMatrix x) {
    int n = x.rows();
    Map<Key, Integer> groups = new HashMap<>(n * 2);
    int[] group = new int[n];
    int[] sizes = new int[n + 1];
    for (int i = 0; i < n; i++) {
      // Neighbouring rows often share a pattern, and comparing them is cheaper than a look-up.
      group[i] =
          i > 0 && same(x, i - 1, i)
              ? group[i - 1]
              : groups.computeIfAbsent(new Key(x, i), key -> groups.size());
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

  /** Whether two rows have the same observed entries. */
  public static boolean same(IncompleteMatrix x, int i, int j) {
    int shift = x.rowStart(j) - x.rowStart(i);
    boolean same = x.observed(i) == x.observed(j);
    for (int k = x.rowStart(i); same && k < x.rowStart(i + 1); k++) {
      same = x.column(k) == x.column(k + shift);
    }
    return same;
  }

  private static final class Key {
    private final IncompleteMatrix x;
    private final int row;
    private final int hash;

    Key(IncompleteMatrix x, int row) {
      this.x = x;
      this.row = row;
      // Independent terms, unlike those of a polynomial, so that they overlap.
      long h = x.observed(row);
      for (int k = x.rowStart(row); k < x.rowStart(row + 1); k++) {
        long c = (x.column(k) + 1) * 0x9E3779B97F4A7C15L;
        h += c ^ (c >>> 29);
      }
      hash = (int) (h ^ (h >>> 32));
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key o && o.hash == hash && same(x, row, o.row);
    }
  }
}
