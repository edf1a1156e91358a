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
  private static final int NOTED = 3;

  private HeaderNames() {}

  /** Whether the row looks like a header: names of targets or of the schema, or no numbers. */
  static boolean looksLikeNames(
      List<String> row, List<String> targets, @Nullable Schema schema, NumberParser numbers) {
    if (row.stream()
        .map(String::strip)
        .anyMatch(f -> targets.contains(f) || schema != null && schema.indexOf(f) >= 0)) {
      return true;
    }
    boolean counts = row.size() > 1;
    int first = -1;
    boolean anyNumber = false;
    for (int k = 0; k < row.size(); k++) {
      double v = numbers.parse(row.get(k).strip());
      anyNumber |= !Double.isNaN(v);
      first = k == 0 && (v == 0 || v == 1) ? (int) v : first;
      counts &= first >= 0 && v == first + k;
    }
    // 0,1,2,… or 1,2,3,… is common in tables without names.
    return counts || !anyNumber;
  }

  /** V1, V2, …. */
  public static List<String> numbered(int columns) {
    return IntStream.rangeClosed(1, columns).mapToObj(k -> "V" + k).toList();
  }

  /** Makes the names unique and non-empty; changes are added to the notes. */
  static List<String> unique(List<String> raw, List<String> notes) {
    Set<String> taken = new HashSet<>(raw);
    Map<String, Integer> next = new HashMap<>();
    int again = 0;
    List<String> renamed = new ArrayList<>();
    List<String> out = new ArrayList<>();
    for (int k = 0; k < raw.size(); k++) {
      String name = raw.get(k);
      if (name.isEmpty()) {
        name = free("column_" + (k + 1), taken);
      } else if (next.putIfAbsent(name, 2) != null) {
        String given = name;
        int n = next.get(given);
        while (!taken.add(given + "_" + n)) {
          n++;
        }
        next.put(given, n + 1);
        name = given + "_" + n;
        if (++again <= NOTED) {
          renamed.add(
              "column %s (\"%s\") is called %s"
                  .formatted(k + 1, InputException.shown(given), InputException.shown(name)));
        }
      }
      out.add(name);
    }
    if (again > 0) {
      notes.add(
          again
              + (again == 1 ? " column repeats a name: " : " columns repeat a name: ")
              + String.join(", ", renamed)
              + (again > NOTED ? ", …" : ""));
    }
    return out;
  }

  private static String free(String name, Set<String> taken) {
    String found = name;
    while (!taken.add(found)) {
      found += "_";
    }
    return found;
  }
}
