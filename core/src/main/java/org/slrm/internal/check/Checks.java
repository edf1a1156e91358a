package org.slrm.internal.check;

/**
 * Messages for misuse: name, rule and value, in one place.
 *
 * <pre>{@code
 * int rank = Checks.between("rank", 40, 1, 12);   // rank must be between 1 and 12, got 40
 * }</pre>
 */
public final class Checks {
  private Checks() {}

  /** Rejects NaN and the infinities. */
  public static double finite(String name, double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(name + " must be finite, got " + value);
    }
    return value;
  }

  /** For one of many numbers: the name is built only if needed. */
  public static double finite(String name, int at, double value) {
    return Double.isFinite(value) ? value : finite(name + " " + at, value);
  }

  /** Rejects a value below zero, NaN and infinity. */
  public static double notNegative(String name, double value) {
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(name + " must be finite and at least 0, got " + value);
    }
    return value;
  }

  /** For one of many numbers. */
  public static double notNegative(String name, int at, double value) {
    return value >= 0 && value < Double.POSITIVE_INFINITY
        ? value
        : notNegative(name + " " + at, value);
  }

  /** Rejects anything but a finite number above zero. */
  public static double positive(String name, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(name + " must be finite and above 0, got " + value);
    }
    return value;
  }

  /** For one of many numbers. */
  public static double positive(String name, int at, double value) {
    return value > 0 && value < Double.POSITIVE_INFINITY ? value : positive(name + " " + at, value);
  }

  private static final double SMALLEST_LABELS = 1e-100;

  private static final double LARGEST_LABELS = 1e100;

  /** Rejects labels whose squares would underflow or overflow, by the largest of them. */
  public static void labelSize(String name, double largest) {
    if (largest != 0 && !(largest >= SMALLEST_LABELS && largest <= LARGEST_LABELS)) {
      throw new DataException(
          "labels of "
              + name
              + " must be between "
              + SMALLEST_LABELS
              + " and "
              + LARGEST_LABELS
              + " in size, the largest is "
              + largest
              + "; use another unit for them, or mark fill values as missing");
    }
  }

  /** Smallest positive weight of a row. */
  private static final double MIN_WEIGHT = 1e-12;

  private static final double MAX_WEIGHT = 1e12;

  /** The rule for row weights. */
  public static final String WEIGHT_RULE =
      "must be 0 or between " + MIN_WEIGHT + " and " + MAX_WEIGHT;

  /** Whether a number can be a row weight. */
  public static boolean isWeight(double value) {
    return value == 0 || (value >= MIN_WEIGHT && value <= MAX_WEIGHT);
  }

  /** Rejects a row weight that breaks {@link #weight}. */
  public static void weights(double[] weights) {
    for (int i = 0; i < weights.length; i++) {
      if (!isWeight(weights[i])) {
        weight("weight of row " + i, weights[i]);
      }
    }
  }

  /** Rejects an invalid row weight. */
  public static double weight(String name, double value) {
    if (!isWeight(value)) {
      throw new IllegalArgumentException(name + " " + WEIGHT_RULE + ", got " + value);
    }
    return value;
  }

  /** Rejects an integer outside [low, high]. */
  public static int between(String name, int value, int low, int high) {
    if (value < low || value > high) {
      throw new IllegalArgumentException(
          name + " must be between " + low + " and " + high + ", got " + value);
    }
    return value;
  }

  /** Rejects an integer below the given one. */
  public static int atLeast(String name, int value, int low) {
    if (value < low) {
      throw new IllegalArgumentException(name + " must be at least " + low + ", got " + value);
    }
    return value;
  }

  /** Rejects an index outside [0, size). */
  public static int index(String name, int value, int size) {
    if (value < 0 || value >= size) {
      throw new IllegalArgumentException(
          name + " must be between 0 and " + (size - 1) + ", got " + value);
    }
    return value;
  }

  /** For one of many numbers. */
  public static int index(String name, int at, int value, int size) {
    return value >= 0 && value < size ? value : index(name + " " + at, value, size);
  }

  /** Rejects a number outside [low, high). */
  public static double inHalfOpen(String name, double value, double low, double high) {
    if (!(value >= low && value < high)) {
      throw new IllegalArgumentException(
          name + " must be in [" + low + ", " + high + "), got " + value);
    }
    return value;
  }

  /** Rejects a number outside (low, high]. */
  public static double inUpperClosed(String name, double value, double low, double high) {
    if (!(value > low && value <= high)) {
      throw new IllegalArgumentException(
          name + " must be in (" + low + ", " + high + "], got " + value);
    }
    return value;
  }

  /** Rejects two lengths that differ. */
  public static void equal(String name, int value, String otherName, int other) {
    if (value != other) {
      throw new IllegalArgumentException(
          name + " must equal " + otherName + " (" + other + "), got " + value);
    }
  }
}
