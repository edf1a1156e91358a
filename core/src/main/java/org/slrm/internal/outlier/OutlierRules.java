package org.slrm.internal.outlier;

/**
 * Every number that decides what a outlier is, each with its reason. They were chosen on simulated
 * columns and on which columns of real tables they would touch (decision 0028).
 */
final class OutlierRules {
  private OutlierRules() {}

  /** With fewer values nothing can be said of how far a column reaches. */
  static final int LEAST_VALUES = 20;

  /** A value that so large a share of the entries have is a state of its own, such as "none". */
  static final double STATE = 0.2;

  /** One column in this many similar ones would reach farther by chance. */
  static final double ONE_IN = 100;

  /** Logarithms of amounts may carry a reach to this multiple of it: heavier tails are errors. */
  static final double AMOUNT = 4;

  /** Entries a column's reach is found by, at most. */
  static final int MOST_LOOKED_AT = 10_000;

  /** An entry is an outlier beyond this multiple of its column's reach. */
  static final double ENTRY = 2;

  /** A larger share of a column's entries is no error but part of what it says. */
  static final double MOST_ENTRIES = 0.05;

  /** Labels are looked at closely when one is beyond this multiple of their reach. */
  static final double LABEL = 1;

  /** One of them must be off by this share of its distance from the median, or it is explained. */
  static final double UNEXPLAINED = 0.9;

  /** Then a label is an outlier when its error is beyond this multiple of their reach. */
  static final double ERROR = 1;

  /** A larger share of the labels is no error but part of what they say. */
  static final double MOST_LABELS = 0.1;

  /** One beyond this multiple of the labels' reach needs no further proof. */
  static final double CERTAIN = 2;

  /** Otherwise, without them a quick fit must err by this share less on what is left out. */
  static final double GAIN = 0.03;

  /** Where some labels are outliers, others are by this multiple of what errors of a fit reach. */
  static final double AGAIN = 1;

  /** Where none were, by this one: noise with heavy tails must not be taken for errors. */
  static final double FIRST = 3;

  /** Folds, rounds, rows and features of that quick fit: it need not be good. */
  static final int FOLDS = 5;

  static final int ROUNDS = 5;
  static final int PILOT_ROWS = 4000;
  static final int PILOT_FEATURES = 150;
}
