package org.slrm.io.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Fraction of a target that a few columns explain together, by forward selection on complete rows.
 */
final class StepwiseColumns {
  private static final int MAX_CANDIDATES = 60;
  private static final int MAX_SELECTED = 4;
  private static final int ROWS_PER_COLUMN = 5;

  private StepwiseColumns() {}

  static double explained(List<double[]> columns, double[] y) {
    List<double[]> candidates =
        columns.stream()
            .sorted(Comparator.comparingDouble((double[] x) -> -adjustedR2(List.of(x), y)))
            .limit(MAX_CANDIDATES)
            .toList();
    List<double[]> selected = new ArrayList<>();
    double best = 0;
    for (boolean improved = true; improved && selected.size() < MAX_SELECTED; ) {
      improved = false;
      double[] next = {};
      for (double[] x : candidates) {
        List<double[]> with = new ArrayList<>(selected);
        with.add(x);
        double explained = adjustedR2(with, y);
        if (explained > best) {
          best = explained;
          next = x;
          improved = true;
        }
      }
      selected.add(next);
    }
    return best;
  }

  /** Adjusted R² by Gram–Schmidt orthogonalisation. */
  private static double adjustedR2(List<double[]> columns, double[] y) {
    int[] rows =
        IntStream.range(0, y.length)
            .filter(i -> !Double.isNaN(y[i]))
            .filter(i -> columns.stream().noneMatch(x -> Double.isNaN(x[i])))
            .toArray();
    int n = rows.length;
    int k = columns.size();
    if (n < SingleColumnFit.MIN_ROWS + ROWS_PER_COLUMN * k) {
      return 0;
    }
    double[] label = centred(y, rows);
    double total = dot(label, label);
    List<double[]> directions = new ArrayList<>();
    double explained = 0;
    for (double[] x : columns) {
      double[] q = centred(x, rows);
      double before = dot(q, q);
      for (double[] d : directions) {
        subtract(q, d, dot(q, d));
      }
      double length = dot(q, q);
      if (length > 1e-12 * before) {
        double scale = 1 / Math.sqrt(length);
        double[] unit = Arrays.stream(q).map(v -> v * scale).toArray();
        directions.add(unit);
        double part = dot(unit, label);
        explained += part * part;
      }
    }
    return total > 0 ? 1 - (1 - explained / total) * (n - 1) / (n - k - 1) : 0;
  }

  private static double[] centred(double[] v, int[] rows) {
    double mean = IntStream.of(rows).mapToDouble(i -> v[i]).average().orElse(0);
    return IntStream.of(rows).mapToDouble(i -> v[i] - mean).toArray();
  }

  private static double dot(double[] a, double[] b) {
    double out = 0;
    for (int i = 0; i < a.length; i++) {
      out += a[i] * b[i];
    }
    return out;
  }

  private static void subtract(double[] from, double[] direction, double factor) {
    Arrays.setAll(from, i -> from[i] - factor * direction[i]);
  }
}
