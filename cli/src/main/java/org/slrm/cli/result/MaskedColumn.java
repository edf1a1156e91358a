package org.slrm.cli.result;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.result.Missingness;
import org.slrm.result.Missingness.Curve;
import org.slrm.result.Missingness.Feature;

/**
 * A column whose entries are missing because of their values.
 *
 * @param name its name
 * @param missing fraction of missing entries
 * @param variance fraction of the variance of the predictions that is due to its missing entries,
 *     by target
 * @param points its curve: equally spaced values of a number, levels of a category
 */
public record MaskedColumn(
    String name, double missing, List<Double> variance, List<CurvePoint> points) {
  /** Level of the bands. */
  public static final double LEVEL = 0.9;

  /** Values of a number's curve. */
  private static final int VALUES = 41;

  /**
   * P(missing) at a value.
   *
   * @param value the value, NaN for a level
   * @param level the level of a category, else null
   * @param probability estimate of P(missing)
   * @param lower lower end of its band, NaN if it is unknown
   * @param upper upper end of its band
   */
  public record CurvePoint(
      double value, @Nullable String level, double probability, double lower, double upper) {
    private static CurvePoint of(Curve c, double x, @Nullable String level) {
      double at = level == null ? x : Double.NaN;
      return new CurvePoint(at, level, c.probability(x), c.lower(x, LEVEL), c.upper(x, LEVEL));
    }
  }

  /** Whether its points are levels. */
  public boolean categorical() {
    return points.get(0).level() != null;
  }

  /** The point with the smallest P(missing). */
  public CurvePoint rarest() {
    return Collections.min(points, Comparator.comparingDouble(CurvePoint::probability));
  }

  /** The point with the largest P(missing). */
  public CurvePoint mostFrequent() {
    return Collections.max(points, Comparator.comparingDouble(CurvePoint::probability));
  }

  /** Largest fraction of the variance over the targets. */
  public double largestVariance() {
    return variance.stream().mapToDouble(v -> v).max().orElse(0);
  }

  /**
   * The columns of a model, those that matter most for predictions first.
   *
   * @param column name of the column of a feature
   * @param level level of a feature that is an indicator, else null
   */
  public static List<MaskedColumn> of(
      Missingness of, IntFunction<String> column, IntFunction<@Nullable String> level) {
    Map<String, List<Feature>> groups = new LinkedHashMap<>();
    for (Feature f : of.features()) {
      groups.computeIfAbsent(column.apply(f.feature()), c -> new ArrayList<>()).add(f);
    }
    List<MaskedColumn> out = new ArrayList<>();
    groups.forEach((name, features) -> out.add(of(name, features, level)));
    out.sort(Comparator.comparingDouble(MaskedColumn::largestVariance).reversed());
    return out;
  }

  private static MaskedColumn of(
      String name, List<Feature> features, IntFunction<@Nullable String> level) {
    List<CurvePoint> points = new ArrayList<>();
    double[] variance = new double[features.get(0).variance().size()];
    for (Feature f : features) {
      String found = level.apply(f.feature());
      // The indicator of a row's level is 1.
      points.addAll(found == null ? curve(f) : List.of(CurvePoint.of(f.curve(), 1, found)));
      for (int t = 0; t < variance.length; t++) {
        variance[t] += f.variance().get(t);
      }
    }
    return new MaskedColumn(
        name,
        features.get(0).missing(),
        IntStream.range(0, variance.length).mapToObj(t -> variance[t]).toList(),
        points);
  }

  private static List<CurvePoint> curve(Feature f) {
    return IntStream.range(0, VALUES)
        .mapToObj(
            k -> {
              double to = (double) k / (VALUES - 1);
              return CurvePoint.of(f.curve(), (1 - to) * f.low() + to * f.high(), null);
            })
        .toList();
  }
}
