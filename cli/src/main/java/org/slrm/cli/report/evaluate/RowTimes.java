package org.slrm.cli.report.evaluate;

import java.util.List;

/**
 * Times of rows.
 *
 * @param time a number for each row, in order of time
 * @param text the cells it stands for
 */
public record RowTimes(double[] time, List<String> text) {
  /** Copies the list. */
  public RowTimes {
    text = List.copyOf(text);
  }
}
