package org.slrm.data;

import java.util.Arrays;
import org.slrm.internal.check.Checks;

/**
 * Centring and scaling by observed entries: x ↦ (x − centre) / scale, column by column, and back.
 * All methods share it, and the model stores it. A constant column gets scale 1, an all-missing one
 * centre 0 and scale 1. If many columns have few observed entries, their scales are shrunk towards
 * a common value.
 *
 * <pre>{@code
 * Scaling s = Scaling.of(x, Scaling.Kind.STANDARDIZE);
 * IncompleteMatrix z = s.apply(x);
 * }</pre>
 */
public final class Scaling {
  /** The kind of scaling. */
  public enum Kind {
    /** Nothing. */
    NONE,
    /** Divide by a power of two near the standard deviation or the far larger largest value. */
    POWER_OF_TWO,
    /** Subtract the mean of the observed entries. */
    CENTER,
    /** Subtract the mean and divide by the standard deviation (divisor: weight of the entries). */
    STANDARDIZE
  }

  /** As a power of two: the largest ratio of scaled values to their standard deviation. */
  private static final int FAR = 60;

  /** Below it squares lose precision. */
  private static final double SMALLEST_VARIANCE = 1e-290;

  private final double[] center;
  private final double[] scale;

  private Scaling(double[] center, double[] scale) {
    this.center = center;
    this.scale = scale;
  }

  /** The scaling of the given kind for the columns of x. */
  public static Scaling of(IncompleteMatrix x, Kind kind) {
    return of(x.statistics(), kind);
  }

  /** The scaling of the given kind for columns with these statistics. */
  public static Scaling of(ColumnStatistics s, Kind kind) {
    double[] center = new double[s.columns()];
    double[] scale = new double[center.length];
    Arrays.fill(scale, 1);
    if (kind != Kind.NONE) {
      for (int j = 0; j < center.length; j++) {
        boolean centred = kind != Kind.POWER_OF_TWO && s.known(j) > 0;
        center[j] = centred ? s.mean(j) : 0;
        double size = Math.max(Math.abs(s.min(j)), Math.abs(s.max(j)));
        double spread = spread(s, j);
        scale[j] = kind != Kind.CENTER && varies(spread, size) ? spread : 1;
        if (kind == Kind.POWER_OF_TWO) {
          int exponent = Math.max(Math.getExponent(scale[j]), Math.getExponent(size) - FAR);
          scale[j] = Math.scalb(1.0, Math.max(exponent, Double.MIN_EXPONENT));
        }
      }
      if (kind == Kind.STANDARDIZE) {
        ModeratedScales.apply(s, scale);
      }
    }
    return new Scaling(center, scale);
  }

  /** Standard deviation; half the range where squares leave the range of a double. */
  private static double spread(ColumnStatistics s, int j) {
    double variance = s.variance(j);
    boolean lost = Double.isInfinite(variance) || variance < SMALLEST_VARIANCE;
    double half = s.max(j) / 2 - s.min(j) / 2;
    return lost ? half : Math.sqrt(variance);
  }

  /** Whether a standard deviation is more than rounding of values of that size. */
  public static boolean varies(double deviation, double size) {
    return deviation > 1e-12 * size;
  }

  /** A scaling from its numbers, for models read from files. */
  public static Scaling of(double[] center, double[] scale) {
    Checks.equal("length of scale", scale.length, "length of center", center.length);
    for (int j = 0; j < scale.length; j++) {
      Checks.finite("center of column", j, center[j]);
      Checks.positive("scale of column", j, scale[j]);
    }
    return new Scaling(center.clone(), scale.clone());
  }

  /** Number of columns. */
  public int columns() {
    return center.length;
  }

  /** The centre of column j. */
  public double center(int j) {
    return center[j];
  }

  /** The scale of column j. */
  public double scale(int j) {
    return scale[j];
  }

  /** x in scaled units. */
  public IncompleteMatrix apply(IncompleteMatrix x) {
    Checks.equal("columns", x.columns(), "columns of the scaling", center.length);
    return x.map(this::scaled);
  }

  /** A value of column j in scaled units. */
  public double scaled(int j, double value) {
    return (value - center[j]) / scale[j];
  }

  /** A scaled value of column j in the column's own units. */
  public double unscaled(int j, double value) {
    return value * scale[j] + center[j];
  }
}
