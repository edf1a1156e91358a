package org.slrm.cli.report.feature;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.slrm.cli.report.chart.Order;
import org.slrm.data.IncompleteMatrix;

/**
 * The values at which the effect of a column is evaluated: quantiles of a number, the levels of a
 * category; and the distribution of the data.
 *
 * @param group the column
 * @param values of a number, increasing; of a category the number of a level within the group
 * @param levels names of the levels, empty for a number
 * @param counts rows by level, or by equal parts of the range of the values
 * @param missing fraction of the rows without the column
 */
public record EffectGrid(
    FeatureGroup group, double[] values, List<String> levels, int[] counts, double missing) {
  public static final int MAX_VALUES = 20;

  /** Range of quantiles; beyond it there are too few rows. */
  private static final double END = 0.01;

  /** The values of a column in the data. */
  public static EffectGrid of(FeatureGroup group, IncompleteMatrix x, List<String> names) {
    int first = group.features()[0];
    double[] known =
        IntStream.range(0, x.rows())
            .mapToDouble(i -> x.valueAt(i, first))
            .filter(v -> !Double.isNaN(v))
            .sorted()
            .toArray();
    double missing = x.rows() == 0 ? 0 : 1 - (double) known.length / x.rows();
    return group.categorical(names)
        ? ofLevels(group, x, names, missing)
        : ofNumber(group, known, missing);
  }

  private static EffectGrid ofNumber(FeatureGroup group, double[] known, double missing) {
    double[] values = Arrays.stream(known).distinct().limit(MAX_VALUES + 1L).toArray();
    if (values.length > MAX_VALUES) {
      values =
          IntStream.range(0, MAX_VALUES)
              .mapToDouble(k -> END + (1 - 2 * END) * k / (MAX_VALUES - 1))
              .map(level -> Spread.quantile(known, level))
              .distinct()
              .toArray();
    }
    int[] counts = new int[MAX_VALUES];
    double low = values.length == 0 ? 0 : values[0];
    double high = values.length == 0 ? 0 : values[values.length - 1];
    for (double v : known) {
      if (v >= low && v <= high && high > low) {
        counts[Math.min(MAX_VALUES - 1, (int) (MAX_VALUES * (v - low) / (high - low)))]++;
      }
    }
    return new EffectGrid(group, values, List.of(), counts, missing);
  }

  /** The most frequent levels, in the order of the group. */
  private static EffectGrid ofLevels(
      FeatureGroup group, IncompleteMatrix x, List<String> names, double missing) {
    int[] features = group.features();
    int[] counts = new int[features.length];
    for (int i = 0; i < x.rows(); i++) {
      for (int l = 0; l < features.length; l++) {
        counts[l] += x.valueAt(i, features[l]) > 0.5 ? 1 : 0;
      }
    }
    int[] shown =
        Arrays.stream(Order.by(features.length, l -> -counts[l]))
            .limit(MAX_VALUES)
            .sorted()
            .toArray();
    return new EffectGrid(
        group,
        Arrays.stream(shown).mapToDouble(l -> l).toArray(),
        Arrays.stream(shown).mapToObj(l -> group.level(names.get(features[l]))).toList(),
        Arrays.stream(shown).map(l -> counts[l]).toArray(),
        missing);
  }

  /** Whether the column is a number; otherwise a category. */
  public boolean isNumber() {
    return levels.isEmpty();
  }

  /** Sets the k-th value in a row; the one after the last is "missing". */
  void set(double[] row, int k) {
    for (int l = 0; l < group.features().length; l++) {
      double value =
          k == values.length ? Double.NaN : isNumber() ? values[k] : l == values[k] ? 1 : 0;
      row[group.features()[l]] = value;
    }
  }
}
