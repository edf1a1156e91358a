package org.slrm.internal.fit;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Errors of rows evaluated block by block of time, for calibration (P-8). The next block may be as
 * unlike the others as they are unlike each other, and what holds 90 % of all rows may hold far
 * less of one block. So errors are enlarged by one factor until an interval that holds 90 % of all
 * holds 85 % of each block:
 *
 * <pre>f = max(1, max_b Q_b(0.85) / Q(0.9))</pre>
 */
final class BlockWidening {
  private static final double LEVEL = 0.9;
  private static final double LEAST = 0.85;

  /** With fewer rows a block says too little about itself. */
  private static final int LEAST_ROWS = 40;

  private BlockWidening() {}

  /** The errors times the factor. */
  static double[] of(double[] error, int[] block) {
    double all = quantile(error, LEVEL);
    double most =
        Arrays.stream(block)
            .distinct()
            .mapToObj(b -> IntStream.range(0, block.length).filter(i -> block[i] == b).toArray())
            .filter(rows -> rows.length >= LEAST_ROWS)
            .mapToDouble(rows -> quantile(some(error, rows), LEAST))
            .max()
            .orElse(all);
    double factor = all > 0 ? Math.max(1, most / all) : 1;
    return Arrays.stream(error).map(e -> factor * e).toArray();
  }

  private static double[] some(double[] error, int[] rows) {
    return IntStream.of(rows).mapToDouble(i -> error[i]).toArray();
  }

  private static double quantile(double[] error, double level) {
    double[] sizes = Arrays.stream(error).map(Math::abs).sorted().toArray();
    return sizes.length == 0 ? 0 : sizes[(int) Math.ceil(level * sizes.length) - 1];
  }
}
