package org.slrm.cli.report.feature;

import java.util.Arrays;
import org.slrm.data.IncompleteMatrix;
import org.slrm.result.Folds;

/** A reproducible random sample of rows, so that pages of equal fits are equal. */
public final class RowSample {
  private RowSample() {}

  /** At most a given number of rows. */
  public static IncompleteMatrix of(IncompleteMatrix x, long limit) {
    return x.selectRows(numbers(x.rows(), limit));
  }

  /** Numbers of at most a given number of n rows. */
  public static int[] numbers(int n, long limit) {
    return Arrays.copyOf(Folds.shuffled(n, 1), (int) Math.max(Math.min(limit, n), Math.min(1, n)));
  }
}
