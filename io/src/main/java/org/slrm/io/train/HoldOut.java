package org.slrm.io.train;

import java.util.List;
import java.util.Map;
import org.slrm.io.Table;

/**
 * The held-out rows: a fraction of the training rows, or separate rows.
 *
 * <pre>{@code
 * TrainingSettings s = TrainingSettings.of("price").withHoldOut(HoldOut.fraction(0.2));
 * }</pre>
 */
public sealed interface HoldOut {
  /** No rows. */
  HoldOut NONE = new None();

  /** No held-out rows. */
  record None() implements HoldOut {}

  /**
   * A fraction of the training rows: the latest rows, whole groups, or random rows.
   *
   * @param fraction fraction of the rows, above 0 and below 1
   */
  record Fraction(double fraction) implements HoldOut {
    public Fraction {
      if (!(fraction > 0 && fraction < 1)) {
        throw new IllegalArgumentException("fraction must be above 0 and below 1, got " + fraction);
      }
    }
  }

  /**
   * The rows of a file with the columns of the training rows.
   *
   * @param name path of the file
   */
  record File(String name) implements HoldOut {}

  /**
   * Rows by column name.
   *
   * @param rows maps from column name to value
   */
  record Records(List<? extends Map<String, ?>> rows) implements HoldOut {
    public Records {
      rows = List.copyOf(rows);
    }
  }

  /**
   * Rows of a table with the columns of the training rows.
   *
   * @param table the rows
   */
  record Rows(Table table) implements HoldOut {}

  /** A fraction of the training rows. */
  static HoldOut fraction(double fraction) {
    return new Fraction(fraction);
  }

  /** The rows of a file. */
  static HoldOut file(String name) {
    return new File(name);
  }

  /** Rows by column name. */
  static HoldOut records(List<? extends Map<String, ?>> rows) {
    return new Records(rows);
  }

  /** Rows of a table. */
  static HoldOut table(Table rows) {
    return new Rows(rows);
  }
}
