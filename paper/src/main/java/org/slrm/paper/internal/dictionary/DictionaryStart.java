package org.slrm.paper.internal.dictionary;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.slrm.data.IncompleteMatrix;
import org.slrm.result.Folds;

/**
 * Starting atoms, and replacements of unused ones: rows of the table scaled to length 1, missing
 * entries at 0, each the one whose largest cosine with the atoms so far is least. Only rows with at
 * least the median number of observed entries are used, and a random sample of very many.
 */
final class DictionaryStart {
  private static final int ROWS = 2000;

  private final IncompleteMatrix x;
  private final int[] rows;
  private final double[] length;
  private final double[] nearest;

  DictionaryStart(IncompleteMatrix x, long seed) {
    this.x = x;
    int[] shown = IntStream.range(0, x.rows()).map(x::observed).sorted().toArray();
    int middle = shown[shown.length / 2];
    int[] enough =
        IntStream.range(0, x.rows()).filter(i -> x.observed(i) >= middle && norm(i) > 0).toArray();
    rows =
        enough.length <= ROWS
            ? enough
            : IntStream.of(Folds.shuffled(enough.length, seed))
                .limit(ROWS)
                .map(k -> enough[k])
                .toArray();
    length = IntStream.of(rows).mapToDouble(this::norm).toArray();
    nearest = new double[rows.length];
    // The first atom is the row of largest length.
    double longest = Arrays.stream(length).max().orElse(1);
    Arrays.setAll(nearest, r -> -length[r] / longest);
  }

  private double norm(int i) {
    double square = 0;
    for (int e = x.rowStart(i); e < x.rowStart(i + 1); e++) {
      square += x.value(e) * x.value(e);
    }
    return Math.sqrt(square);
  }

  /** A dictionary of this number of rows. */
  Dictionary dictionary(int atoms, double l1, double l2) {
    Dictionary out = new Dictionary(x.columns(), atoms, new double[x.columns() * atoms], l1, l2);
    for (int k = 0; k < atoms; k++) {
      draw(out, k);
      if (k == 0) {
        Arrays.setAll(nearest, r -> Math.max(0, nearest[r]));
        near(out, 0);
      }
    }
    return out;
  }

  /** Replaces atom k by a row; 0 without one. */
  void draw(Dictionary dictionary, int k) {
    int K = dictionary.atoms();
    for (int j = 0; j < x.columns(); j++) {
      dictionary.D()[j * K + k] = 0;
    }
    int best = 0;
    for (int r = 1; r < rows.length; r++) {
      best = nearest[r] < nearest[best] ? r : best;
    }
    if (rows.length > 0) {
      for (int e = x.rowStart(rows[best]); e < x.rowStart(rows[best] + 1); e++) {
        dictionary.D()[x.column(e) * K + k] = x.value(e) / length[best];
      }
      near(dictionary, k);
    }
  }

  /** Cosines with atom k. */
  private void near(Dictionary dictionary, int k) {
    int K = dictionary.atoms();
    for (int r = 0; r < rows.length; r++) {
      double dot = 0;
      for (int e = x.rowStart(rows[r]); e < x.rowStart(rows[r] + 1); e++) {
        dot += x.value(e) * dictionary.D()[x.column(e) * K + k];
      }
      nearest[r] = Math.max(nearest[r], Math.abs(dot) / length[r]);
    }
  }
}
