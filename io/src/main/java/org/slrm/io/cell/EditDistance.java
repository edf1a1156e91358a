package org.slrm.io.cell;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Suggestions for a misspelt word by Levenshtein's edit distance.
 *
 * <pre>{@code EditDistance.nearest("predikt", List.of("fit", "predict")); // predict }</pre>
 */
public final class EditDistance {
  private static final int MAX_LENGTH = 200;

  private EditDistance() {}

  /** Whether the distance is at most 1 plus a third of the length of the first word. */
  public static boolean similar(String a, String b) {
    return of(a, b) <= 1 + a.length() / 3;
  }

  /** The nearest similar word, ignoring case. */
  public static Optional<String> nearest(String word, List<String> candidates) {
    String lower = word.toLowerCase(Locale.ROOT);
    return candidates.stream()
        .filter(k -> similar(lower, k))
        .min(Comparator.comparingInt(k -> of(lower, k)));
  }

  /** Levenshtein distance: the number of substitutions, insertions and deletions. */
  public static int of(String a, String b) {
    if (Math.max(a.length(), b.length()) > MAX_LENGTH) {
      return a.equals(b) ? 0 : Integer.MAX_VALUE;
    }
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
