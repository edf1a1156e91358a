package org.slrm.internal.fit;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Errors of rows held out block by block of time, for calibration (P-8). The next block may differ
 * from the others as much as they differ from each other, and an interval that covers 90 % of all
 * rows may cover far fewer of one block. So errors are multiplied by one factor such that an
 * interval that covers 90 % of all rows covers 85 % of each block:
 *
 * <pre>f = max(1, max_b Q_b(0.85) / Q(0.9))</pre>
 */
final class BlockWidening {
  private static final double LEVEL = 0.9;
  private static final double MIN = 0.85;

  /** Fewest rows of a block for its quantile. */
  private static final int MIN_ROWS = 40;

  private BlockWidening() {}

  /** The errors times the factor. */
  static double[] of(double[] error, int[] block) {
    double all = quantile(error, LEVEL);
    double widest =
        Arrays.stream(block)
            .distinct()
            .mapToObj(b -> IntStream.range(0, block.length).filter(i -> block[i] == b).toArray())
            .filter(rows -> rows.length >= MIN_ROWS)
            .mapToDouble(
                rows -> quantile(IntStream.of(rows).mapToDouble(i -> error[i]).toArray(), MIN))
            .max()
            .orElse(all);
    double factor = all > 0 ? Math.max(1, widest / all) : 1;
    return Arrays.stream(error).map(e -> factor * e).toArray();
  }

  private static double quantile(double[] error, double level) {
    double[] sizes = Arrays.stream(error).map(Math::abs).sorted().toArray();
    return sizes.length == 0 ? 0 : sizes[(int) Math.ceil(level * sizes.length) - 1];
  }
}
