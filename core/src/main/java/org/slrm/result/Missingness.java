package org.slrm.result;

import java.util.List;
import org.slrm.internal.special.Normal;

/**
 * Features whose entries are missing because of their values, as the self-masking members of a
 * model estimate it.
 *
 * <pre>{@code
 * for (Missingness.Feature f : model.report().missingness().features()) {
 *   f.curve().probability(f.high());        // P(missing) at the largest observed value
 *   f.curve().lower(f.high(), 0.9);         // lower end of its 90 % band
 * }
 * }</pre>
 *
 * @param features those with a curve, in the order of the columns
 * @param variance fraction of the variance of the predictions of training rows that is due to
 *     missing entries, by target
 */
public record Missingness(List<Feature> features, List<Double> variance) {
  /** Entries are missing at random, as far as the model knows. */
  public static final Missingness NONE = new Missingness(List.of(), List.of());

  /** Copies the lists. */
  public Missingness {
    features = List.copyOf(features);
    variance = List.copyOf(variance);
  }

  /** For the first targets only. */
  Missingness ofFirst(int count) {
    return new Missingness(
        features.stream().map(f -> f.ofFirst(count)).toList(), first(variance, count));
  }

  private static List<Double> first(List<Double> all, int count) {
    return all.subList(0, Math.min(count, all.size()));
  }

  /** Whether no feature has a curve. */
  public boolean isEmpty() {
    return features.isEmpty();
  }

  /**
   * A feature.
   *
   * @param feature its column
   * @param missing fraction of missing entries
   * @param low smallest observed value
   * @param high largest observed value
   * @param curve how missingness depends on the value
   * @param variance fraction of the variance of the predictions of training rows that is due to its
   *     missing entries, by target
   */
  public record Feature(
      int feature, double missing, double low, double high, Curve curve, List<Double> variance) {
    /** Copies the list. */
    public Feature {
      variance = List.copyOf(variance);
    }

    private Feature ofFirst(int count) {
      return new Feature(feature, missing, low, high, curve, first(variance, count));
    }
  }

  /**
   * P(missing | x) = exp(c₀ + c₁z + c₂z²), z = (x − center)/scale.
   *
   * @param center center of the feature
   * @param scale its scale
   * @param coefficients c₀, c₁ and c₂
   * @param covariance their covariance: the lower triangle by rows; empty if it is unknown
   */
  public record Curve(
      double center, double scale, List<Double> coefficients, List<Double> covariance) {
    /** Copies the lists. */
    public Curve {
      coefficients = List.copyOf(coefficients);
      covariance = List.copyOf(covariance);
    }

    /** P(missing | x). */
    public double probability(double x) {
      return Math.exp(Math.min(0, log(x)));
    }

    /** Lower end of the pointwise band of a level, NaN if it is unknown. */
    public double lower(double x, double level) {
      return Math.exp(Math.min(0, log(x) - Normal.quantile(0.5 + level / 2) * error(x)));
    }

    /** Upper end of the pointwise band of a level, NaN if it is unknown. */
    public double upper(double x, double level) {
      return Math.exp(Math.min(0, log(x) + Normal.quantile(0.5 + level / 2) * error(x)));
    }

    private double log(double x) {
      double z = (x - center) / scale;
      return coefficients.get(0) + z * (coefficients.get(1) + z * coefficients.get(2));
    }

    /** Standard error of log P. */
    private double error(double x) {
      double z = (x - center) / scale;
      double[] f = {1, z, z * z};
      double sum = 0;
      for (int i = 0, k = 0; i < f.length; i++) {
        for (int j = 0; j <= i; j++, k++) {
          double c = covariance.isEmpty() ? Double.NaN : covariance.get(k);
          sum += (i == j ? 1 : 2) * c * f[i] * f[j];
        }
      }
      return Math.sqrt(Math.max(0, sum));
    }
  }
}
