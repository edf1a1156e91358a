package org.slrm.internal.predict;

import java.util.Arrays;
import org.slrm.internal.check.Checks;

/**
 * Limits of the numbers in a model file. Members work in scaled units, where numbers are moderate;
 * within these limits products of a few of them, and their squares, stay finite.
 */
public final class ModelRange {
  /** Largest number of a member, in scaled units. */
  public static final double LARGEST = 1e40;

  /** Smallest divisor variance. */
  public static final double SMALLEST = 1e-40;

  /** Largest centre and scale of a feature, whose unit is arbitrary. */
  private static final double LARGEST_UNIT = 1e305;

  /** Largest centre and scale of a target, whose variances have squared units. */
  private static final double LARGEST_TARGET_UNIT = 1e150;

  /** Smallest scale of a feature. */
  private static final double SMALLEST_UNIT = 1e-305;

  /** Smallest scale of a target, since labels are squared. */
  private static final double SMALLEST_TARGET_UNIT = 1e-120;

  /** Smallest scale relative to the centre; smaller ones are lost in rounding. */
  private static final double SMALLEST_FRACTION = 1e-20;

  private static final double ROUNDING = 1e-6;

  private ModelRange() {}

  /** Rejects a number beyond the largest. */
  public static double moderate(String name, double value) {
    return within(name, value, -LARGEST, LARGEST);
  }

  /** Rejects numbers outside [low, high] and NaN. */
  public static double within(String name, double value, double low, double high) {
    if (!(value >= low && value <= high)) {
      throw new IllegalArgumentException(
          name + " must be between " + low + " and " + high + ", got " + value);
    }
    return value;
  }

  /** Rejects a variance that is too small to divide by. */
  public static double divisor(String name, double value) {
    return within(name, value, SMALLEST, LARGEST);
  }

  /** Rejects negative numbers. */
  public static double[] notNegative(String name, double[] values) {
    Arrays.stream(values).forEach(v -> Checks.notNegative(name, v));
    return values;
  }

  public static void scaling(String name, double[] center, double[] scale) {
    boolean target = name.equals("target");
    double largest = target ? LARGEST_TARGET_UNIT : LARGEST_UNIT;
    double smallest = target ? SMALLEST_TARGET_UNIT : SMALLEST_UNIT;
    for (int j = 0; j < center.length; j++) {
      within("center of " + name + " " + j, center[j], -largest, largest);
      within("scale of " + name + " " + j, scale[j], smallest, largest);
      // Constant columns keep the scale 1, however large they are.
      if (scale[j] != 1) {
        within(
            "scale of " + name + " " + j + " with center " + center[j],
            scale[j],
            SMALLEST_FRACTION * Math.abs(center[j]),
            largest);
      }
    }
  }

  /** Rejects weights outside [0, 1] or with a sum other than 1. */
  public static void proportions(String name, double[] weights) {
    double sum = 0;
    for (double w : weights) {
      sum += Checks.notNegative(name, w);
    }
    within("sum of " + name, sum, 1 - ROUNDING, 1 + ROUNDING);
  }

  /** Rejects a rows × columns matrix whose columns are not orthonormal: UᵀU = I. */
  public static void orthonormal(String name, double[] u, int rows, int columns) {
    for (int a = 0; a < columns; a++) {
      for (int b = 0; b <= a; b++) {
        double dot = 0;
        for (int j = 0; j < rows; j++) {
          dot += u[j * columns + a] * u[j * columns + b];
        }
        double one = a == b ? 1 : 0;
        within(
            "product of columns " + b + " and " + a + " of " + name,
            dot,
            one - ROUNDING,
            one + ROUNDING);
      }
    }
  }
}
