package org.slrm.internal.label;

import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.special.MeanError;

/**
 * Mean loss of predictions (a deviance, a score), weighted by rows; rows without a label or
 * prediction are ignored.
 *
 * @param value the mean, NaN without rows
 * @param standardError of the mean: {@link MeanError}
 */
public record MeanLoss(double value, double standardError) {
  /** Over the rows from 0 on. */
  public static MeanLoss of(int rows, IntToDoubleFunction loss, IntToDoubleFunction weight) {
    return of(rows, loss, weight, null);
  }

  /** Over the rows from 0 on, with dependent losses within clusters. */
  public static MeanLoss of(
      int rows, IntToDoubleFunction loss, IntToDoubleFunction weight, int @Nullable [] clusters) {
    // Evaluated once into arrays: loops around the functions would be compiled for each caller.
    double[] d = IntStream.range(0, rows).mapToDouble(loss).toArray();
    double[] w = IntStream.range(0, rows).mapToDouble(weight).toArray();
    double sum = 0;
    double total = 0;
    for (int i = 0; i < rows; i++) {
      sum += Double.isNaN(d[i]) ? 0 : w[i] * d[i];
      total += Double.isNaN(d[i]) ? 0 : w[i];
    }
    double mean = total == 0 ? Double.NaN : sum / total;
    return new MeanLoss(mean, MeanError.of(d, w, clusters));
  }
}
