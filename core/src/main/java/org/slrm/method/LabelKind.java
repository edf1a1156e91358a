package org.slrm.method;

import java.util.Locale;

/**
 * What a target is.
 *
 * <pre>{@code
 * SlrmModel model = Slrm.with(config).labels(LabelKind.CLASSES).fit(x, y);   // y holds 0, 1, 2, …
 * model.predict(row).probability(1);
 * }</pre>
 */
public enum LabelKind {
  /** A number with Gaussian noise. */
  NUMERIC,
  /** A number whose noise has heavy tails: outliers count for little. */
  ROBUST,
  /** One of several classes, given as 0, 1, 2, … */
  CLASSES,
  /** A count: 0, 1, 2, …, Poisson or negative binomial. */
  COUNTS,
  /** A positive amount, fitted on the logarithmic scale. */
  POSITIVE;

  /** Its name in files and on the command line. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The kind of a name. */
  public static LabelKind of(String label) {
    for (LabelKind kind : values()) {
      if (kind.label().equals(label)) {
        return kind;
      }
    }
    throw new IllegalArgumentException(
        "label must be one of numeric, robust, classes, counts, positive, got " + label);
  }
}
