package org.slrm.io.format;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.io.cell.NumberParser;
import org.slrm.io.column.Schema;
import org.slrm.io.source.InputException;

/** Decides whether a first row holds names, and makes names unique. */
public final class HeaderNames {
  private static final int MAX_NOTED = 3;

  private HeaderNames() {}

  /** Whether the row looks like a header: names of targets or of the schema, or no numbers. */
  static boolean looksLikeNames(
      List<String> row, List<String> targets, @Nullable Schema schema, NumberParser numbers) {
    if (row.stream()
        .map(String::strip)
        .anyMatch(f -> targets.contains(f) || schema != null && schema.indexOf(f) >= 0)) {
      return true;
    }
    boolean consecutive = row.size() > 1;
    int first = -1;
    boolean anyNumber = false;
    for (int k = 0; k < row.size(); k++) {
      double v = numbers.parse(row.get(k).strip());
      anyNumber |= !Double.isNaN(v);
      first = k == 0 && (v == 0 || v == 1) ? (int) v : first;
      consecutive &= first >= 0 && v == first + k;
    }
    // 0,1,2,… or 1,2,3,… is common in tables without names.
    return consecutive || !anyNumber;
  }

  /** The default names V1, V2, …. */
  public static List<String> numbered(int columns) {
    return IntStream.rangeClosed(1, columns).mapToObj(k -> "V" + k).toList();
  }

  /** Makes the names unique and non-empty; changes are added to the notes. */
  static List<String> unique(List<String> raw, List<String> notes) {
    Set<String> used = new HashSet<>(raw);
    Map<String, Integer> next = new HashMap<>();
    int repeated = 0;
    List<String> renamed = new ArrayList<>();
    List<String> out = new ArrayList<>();
    for (int k = 0; k < raw.size(); k++) {
      String name = raw.get(k);
      if (name.isEmpty()) {
        name = unused("column_" + (k + 1), used);
      } else if (next.putIfAbsent(name, 2) != null) {
        String original = name;
        int n = next.get(original);
        while (!used.add(original + "_" + n)) {
          n++;
        }
        next.put(original, n + 1);
        name = original + "_" + n;
        if (++repeated <= MAX_NOTED) {
          renamed.add(
              "column %s (\"%s\") is called %s"
                  .formatted(k + 1, InputException.shown(original), InputException.shown(name)));
        }
      }
      out.add(name);
    }
    if (repeated > 0) {
      notes.add(
          repeated
              + (repeated == 1 ? " column repeats a name: " : " columns repeat a name: ")
              + String.join(", ", renamed)
              + (repeated > MAX_NOTED ? ", …" : ""));
    }
    return out;
  }

  private static String unused(String name, Set<String> used) {
    String unused = name;
    while (!used.add(unused)) {
      unused += "_";
    }
    return unused;
  }
}
