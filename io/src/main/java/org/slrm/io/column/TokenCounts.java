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

/** Counts tokens by column; after a limit, new tokens are counted together. */
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

  void add(int column, String text) {
    String token = InputException.shown(text);
    Map<String, Long> tokens = counts.get(column);
    tokens.merge(
        tokens.size() < limit || tokens.containsKey(token) ? token : OTHERS, 1L, Long::sum);
  }

  /** All non-empty tokens of all columns. */
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
