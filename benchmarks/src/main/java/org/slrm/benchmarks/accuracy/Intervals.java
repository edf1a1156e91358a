package org.slrm.benchmarks.accuracy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.slrm.SlrmModel;
import org.slrm.data.IncompleteMatrix;
import org.slrm.result.Predictions;

/**
 * Intervals of labelled rows and their coverage.
 *
 * @param x the rows
 * @param label their labels
 * @param prediction the predictions
 * @param lower lower ends of the intervals
 * @param upper upper ends
 */
record Intervals(
    IncompleteMatrix x, double[] label, double[] prediction, double[] lower, double[] upper) {
  static final double LEVEL = 0.9;
  static final String HEADER = "task,by,part,rows,coverage,width";

  private static final int COMMON = 100;

  /** The intervals of a model for its only target; rows without a label are excluded. */
  static Intervals of(SlrmModel model, IncompleteMatrix x, IncompleteMatrix y) {
    int[] rows = IntStream.range(0, y.rows()).filter(i -> y.observed(i) > 0).toArray();
    IncompleteMatrix labelled = x.selectRows(rows);
    Predictions p = model.predict(labelled, LEVEL, 1);
    double[] label = IntStream.of(rows).mapToDouble(i -> y.valueAt(i, 0)).toArray();
    return new Intervals(labelled, label, p.mean(), p.lower(), p.upper());
  }

  /** A line for all rows, then one for each part of them. */
  List<String> lines(String task) {
    List<String> out = new ArrayList<>();
    int[] all = IntStream.range(0, label.length).toArray();
    out.add(line(task, "all", "all", all));
    parts(all, 5, Comparator.comparingDouble(i -> prediction[i]))
        .forEach((part, rows) -> out.add(line(task, "prediction", part, rows)));
    parts(all, 4, Comparator.comparingInt(x::observed))
        .forEach((part, rows) -> out.add(line(task, "known", part, rows)));
    common(this::pattern).forEach((pattern, rows) -> out.add(line(task, "pattern", pattern, rows)));
    return out;
  }

  /** Parts of equal size by rank, numbered from 1. */
  private static Map<String, int[]> parts(int[] rows, int count, Comparator<Integer> order) {
    int[] sorted = IntStream.of(rows).boxed().sorted(order).mapToInt(i -> i).toArray();
    Map<String, int[]> out = new TreeMap<>();
    for (int k = 0; k < count; k++) {
      int from = k * rows.length / count;
      int to = (k + 1) * rows.length / count;
      out.put(String.valueOf(k + 1), Arrays.copyOfRange(sorted, from, to));
    }
    return out;
  }

  /** Rows by a property that at least a hundred rows have. */
  <K extends Comparable<K>> Map<K, int[]> common(IntFunction<K> what) {
    Map<K, List<Integer>> groups =
        IntStream.range(0, label.length)
            .boxed()
            .collect(Collectors.groupingBy(what::apply, TreeMap::new, Collectors.toList()));
    groups.values().removeIf(rows -> rows.size() < COMMON);
    Map<K, int[]> out = new TreeMap<>();
    groups.forEach((key, rows) -> out.put(key, rows.stream().mapToInt(i -> i).toArray()));
    return out;
  }

  /** Columns that are missing, from 0; "complete" for none. */
  private String pattern(int i) {
    boolean[] observed = new boolean[x.columns()];
    for (int k = x.rowStart(i); k < x.rowStart(i + 1); k++) {
      observed[x.column(k)] = true;
    }
    String missing =
        IntStream.range(0, observed.length)
            .filter(j -> !observed[j])
            .mapToObj(String::valueOf)
            .collect(Collectors.joining(" "));
    return missing.isEmpty() ? "complete" : "without " + missing;
  }

  double coverage(int[] rows) {
    return IntStream.of(rows)
        .mapToDouble(i -> lower[i] <= label[i] && label[i] <= upper[i] ? 1 : 0)
        .average()
        .orElse(Double.NaN);
  }

  double width(int[] rows) {
    return IntStream.of(rows).mapToDouble(i -> upper[i] - lower[i]).average().orElse(Double.NaN);
  }

  private String line(String task, String by, String part, int[] rows) {
    String values =
        String.format(Locale.ROOT, "%d,%.3f,%.5g", rows.length, coverage(rows), width(rows));
    return String.join(",", task, by, part, values);
  }
}
