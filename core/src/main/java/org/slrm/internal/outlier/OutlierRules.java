package org.slrm.internal.outlier;

/**
 * Constants that define an outlier, each with its reason. They were chosen on simulated columns and
 * on which columns of real tables they would change (decision 0028).
 */
final class OutlierRules {
  private OutlierRules() {}

  /** With fewer values, tail limits of a column cannot be estimated. */
  static final int MIN_VALUES = 20;

  /** A value with at least this fraction of the entries is a point mass, such as many zeros. */
  static final double POINT_MASS = 0.2;

  /** One column in this many without outliers exceeds its tail limits by chance. */
  static final double INVERSE_FALSE_ALARM_RATE = 100;

  /** Logarithms of positive columns widen tail limits up to this factor; beyond are outliers. */
  static final double MAX_LOG_FACTOR = 4;

  /** Maximum entries that estimate the tail limits of a column. */
  static final int MAX_LOOKED_AT = 10_000;

  /** An entry is an outlier beyond this multiple of its tail limits of a column. */
  static final double ENTRY = 2;

  /** A larger fraction of a column's entries is part of its distribution and no outlier. */
  static final double MAX_ENTRIES = 0.05;

  /** Labels are examined when one is beyond this multiple of their tail limits. */
  static final double LABEL = 1;

  /** Least error of an outlier as a fraction of its distance from the median. */
  static final double UNEXPLAINED = 0.9;

  /**
   * Then a label is an outlier when its error is beyond this multiple of the tail limits of the
   * errors.
   */
  static final double ERROR = 1;

  /** A larger fraction of the labels is part of their distribution and no outlier. */
  static final double MAX_LABELS = 0.1;

  /** A label beyond this multiple of the tail limits of the labels needs no further evidence. */
  static final double CERTAIN = 2;

  /** Least gain in held-out error of a fast fit without the outliers, as a fraction. */
  static final double GAIN = 0.03;

  /**
   * Where some labels are outliers, others are so beyond this multiple of the tail limits of the
   * residuals.
   */
  static final double AGAIN = 1;

  /** Where none were, beyond this one: heavy-tailed noise must not be taken for outliers. */
  static final double FIRST = 3;

  /** Folds, rounds, rows and features of the fast fit, which need not be precise. */
  static final int FOLDS = 5;

  static final int ROUNDS = 5;
  static final int PILOT_ROWS = 4000;
  static final int PILOT_FEATURES = 150;
}
