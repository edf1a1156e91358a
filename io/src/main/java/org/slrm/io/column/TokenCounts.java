package org.slrm.io.column;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slrm.io.source.InputException;

/** Counts of each token in each column; tokens beyond a limit are counted together. */
final class TokenCounts {
  private static final String OTHERS = "…";
  private final int limit;
  private final long[] empty;
  private final List<Map<String, Long>> counts;

  TokenCounts(int columns, int limit) {
    this.limit = limit;
    this.empty = new long[columns];
    this.counts = Stream.<Map<String, Long>>generate(HashMap::new).limit(columns).toList();
  }

  void empty(int column) {
    empty[column]++;
  }

  void add(int column, String whole) {
    String token = InputException.shown(whole);
    Map<String, Long> tokens = counts.get(column);
    tokens.merge(
        tokens.size() < limit || tokens.containsKey(token) ? token : OTHERS, 1L, Long::sum);
  }

  /** All tokens of all columns except the empty one. */
  Set<String> all() {
    return counts.stream()
        .flatMap(tokens -> tokens.keySet().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The counts of a column by token. */
  Map<String, Long> of(int column) {
    Map<String, Long> out = new TreeMap<>(counts.get(column));
    if (empty[column] > 0) {
      out.put("", empty[column]);
    }
    return out;
  }
}
