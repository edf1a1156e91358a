package org.slrm.io.column;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slrm.io.source.InputException;

/** Counts of each token in each column; beyond a limit they are counted together. */
final class TokenCounts {
  private static final String OTHERS = "…";
  private final int most;
  private final long[] empty;
  private final @Nullable Map<String, Long>[] counts;

  @SuppressWarnings({"unchecked", "rawtypes"})
  TokenCounts(int columns, int most) {
    this.most = most;
    this.empty = new long[columns];
    this.counts = new Map[columns];
  }

  void empty(int column) {
    empty[column]++;
  }

  void add(int column, String whole) {
    String token = InputException.shown(whole);
    Map<String, Long> of = counts[column];
    if (of == null) {
      of = new HashMap<>();
      counts[column] = of;
    }
    of.merge(of.size() < most || of.containsKey(token) ? token : OTHERS, 1L, Long::sum);
  }

  /** All tokens of all columns except the empty one. */
  Set<String> all() {
    Set<String> all = new TreeSet<>();
    for (Map<String, Long> of : counts) {
      if (of != null) {
        all.addAll(of.keySet());
      }
    }
    return all;
  }

  Map<String, Long> of(int column) {
    Map<String, Long> of = counts[column];
    if (of == null && empty[column] == 0) {
      return Map.of();
    }
    Map<String, Long> all = of == null ? new HashMap<>() : new HashMap<>(of);
    if (empty[column] > 0) {
      all.put("", empty[column]);
    }
    return all;
  }
}
