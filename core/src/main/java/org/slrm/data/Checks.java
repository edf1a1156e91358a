package org.slrm.data;

/** Messages for misuse: name, rule and value, in one place. */
public final class Checks {
  private Checks() {}

  /** Refuses NaN and the infinities. */
  public static double finite(String name, double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(name + " must be finite, got " + value);
    }
    return value;
  }

  /** Refuses a value below zero, NaN and infinity. */
  public static double notNegative(String name, double value) {
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(name + " must be finite and at least 0, got " + value);
    }
    return value;
  }

  /** Refuses anything but a finite number above zero. */
  public static double positive(String name, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(name + " must be finite and above 0, got " + value);
    }
    return value;
  }

  /** Refuses a whole number outside [low, high]. */
  public static int between(String name, int value, int low, int high) {
    if (value < low || value > high) {
      throw new IllegalArgumentException(
          name + " must be between " + low + " and " + high + ", got " + value);
    }
    return value;
  }

  /** Refuses a whole number below the given one. */
  public static int atLeast(String name, int value, int low) {
    if (value < low) {
      throw new IllegalArgumentException(name + " must be at least " + low + ", got " + value);
    }
    return value;
  }

  /** Refuses an index outside [0, size). */
  public static int index(String name, int value, int size) {
    if (value < 0 || value >= size) {
      throw new IllegalArgumentException(
          name + " must be between 0 and " + (size - 1) + ", got " + value);
    }
    return value;
  }

  /** Refuses a number outside [low, high). */
  public static double inHalfOpen(String name, double value, double low, double high) {
    if (!(value >= low && value < high)) {
      throw new IllegalArgumentException(
          name + " must be in [" + low + ", " + high + "), got " + value);
    }
    return value;
  }

  /** Refuses a number outside (low, high]. */
  public static double inUpperClosed(String name, double value, double low, double high) {
    if (!(value > low && value <= high)) {
      throw new IllegalArgumentException(
          name + " must be in (" + low + ", " + high + "], got " + value);
    }
    return value;
  }

  /** Refuses two lengths that differ. */
  public static void equal(String name, int value, String otherName, int other) {
    if (value != other) {
      throw new IllegalArgumentException(
          name + " must equal " + otherName + " (" + other + "), got " + value);
    }
  }
}
