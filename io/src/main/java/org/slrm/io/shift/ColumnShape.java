package org.slrm.io.shift;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slrm.io.column.Schema;

/**
 * The distribution of a column's training values.
 *
 * <pre>{@code
 * TrainingProfile profile = TrainingProfile.of(TableChecks.of(table, options), options);
 * ColumnShape area = profile.columns().get(0);
 * boolean outside = 120 < area.min() || 120 > area.max();
 * }</pre>
 *
 * @param column the column
 * @param missing fraction of missing entries
 * @param min smallest observed value; NaN for categories or without observed values
 * @param max largest observed value; NaN for categories or without observed values
 * @param quantiles the quantiles 1, 25, 50, 75 and 99 %; empty for categories or without observed
 *     values
 * @param shares fractions of observed values: by level of a categorical column, otherwise in bins
 *     of equal width from the first to the last quantile, where the outer bins are unbounded
 */
public record ColumnShape(
    Schema.Column column,
    double missing,
    double min,
    double max,
    List<Double> quantiles,
    List<Double> shares) {
  static final int BINS = 20;

  private static final double[] PROBABILITIES = {0.01, 0.25, 0.5, 0.75, 0.99};

  /** Copies the lists and checks that they are consistent. */
  public ColumnShape {
    if (!(missing >= 0 && missing <= 1)) {
      throw new IllegalArgumentException(
          "the fraction of missing entries must be between 0 and 1, got " + missing);
    }
    quantiles = List.copyOf(quantiles);
    shares = List.copyOf(shares);
    int bins = bins(column, quantiles);
    boolean complete = quantiles.isEmpty() || quantiles.size() == PROBABILITIES.length;
    if (!complete
        || shares.size() != bins
        || quantiles.stream().anyMatch(v -> !Double.isFinite(v))) {
      throw new IllegalArgumentException(
          "shares must be %s and quantiles finite in %s, got %s and %s"
              .formatted(bins, column.name(), shares.size(), quantiles));
    }
  }

  static ColumnShape of(Schema.Column column, double[] values) {
    double[] sorted = Arrays.stream(values).filter(v -> !Double.isNaN(v)).sorted().toArray();
    boolean numeric = sorted.length > 0 && column.kind() != Schema.Kind.CATEGORICAL;
    List<Double> quantiles = new ArrayList<>();
    for (double p : PROBABILITIES) {
      if (numeric) {
        quantiles.add(sorted[(int) Math.round(p * (sorted.length - 1))]);
      }
    }
    int bins = bins(column, quantiles);
    long[] counts = new long[bins];
    for (double v : sorted) {
      counts[bin(v, column, quantiles)]++;
    }
    return new ColumnShape(
        column,
        values.length == 0 ? 0 : 1 - (double) sorted.length / values.length,
        numeric ? sorted[0] : Double.NaN,
        numeric ? sorted[sorted.length - 1] : Double.NaN,
        quantiles,
        Arrays.stream(counts).mapToObj(n -> (double) n / Math.max(1, sorted.length)).toList());
  }

  private static int bins(Schema.Column column, List<Double> quantiles) {
    return column.kind() == Schema.Kind.CATEGORICAL
        ? column.levels().size()
        : quantiles.isEmpty() ? 0 : BINS;
  }

  /** The bin or level of a value. */
  int bin(double value) {
    return bin(value, column, quantiles);
  }

  private static int bin(double value, Schema.Column column, List<Double> quantiles) {
    if (column.kind() == Schema.Kind.CATEGORICAL) {
      return (int) value;
    }
    double low = quantiles.get(0);
    double width = quantiles.get(PROBABILITIES.length - 1) - low;
    double at = width > 0 ? (value - low) / width * BINS : value < low ? 0 : BINS / 2.0;
    return (int) Math.max(0, Math.min(BINS - 1, at));
  }

  Map<String, Object> toMap() {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("name", column.name());
    out.put("missing", missing);
    out.put("min", min);
    out.put("max", max);
    out.put("quantiles", quantiles);
    out.put("shares", shares);
    return out;
  }

  static ColumnShape fromMap(Map<?, ?> map, Schema.Column column) {
    if (!column.name().equals(map.get("name"))) {
      throw new IllegalArgumentException(
          "training must describe " + column.name() + ", describes " + map.get("name"));
    }
    return new ColumnShape(
        column,
        number(map.get("missing"), "missing"),
        number(map.get("min"), "min"),
        number(map.get("max"), "max"),
        numbers(map, "quantiles"),
        numbers(map, "shares"));
  }

  private static List<Double> numbers(Map<?, ?> map, String name) {
    if (!(map.get(name) instanceof List<?> list)) {
      throw new IllegalArgumentException(name + " must be a list, got " + map.get(name));
    }
    List<Double> out = new ArrayList<>();
    list.forEach(v -> out.add(number(v, name)));
    return out;
  }

  /** A number; null is NaN in model files. */
  private static double number(@Nullable Object v, String name) {
    if (v == null) {
      return Double.NaN;
    }
    if (v instanceof Number n) {
      return n.doubleValue();
    }
    throw new IllegalArgumentException(name + " must be a number, got " + v);
  }
}
