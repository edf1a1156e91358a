package org.slrm.internal.label;

import java.util.function.IntToDoubleFunction;

/**
 * Mean deviance of predictions, each row counting as its weight says; rows without a label or a
 * prediction are left out.
 *
 * @param value the mean, NaN without rows
 * @param standardError √(Σ w (d − mean)² / (W (W − 1))) with the deviances d and the sum W of
 *     weights
 */
public record MeanDeviance(double value, double standardError) {
  /** Over the rows from 0 on. */
  public static MeanDeviance of(
      Label kind,
      int rows,
      IntToDoubleFunction label,
      IntToDoubleFunction prediction,
      IntToDoubleFunction weight) {
    double sum = 0;
    double total = 0;
    for (int i = 0; i < rows; i++) {
      double d = kind.deviance(label.applyAsDouble(i), prediction.applyAsDouble(i));
      sum += Double.isNaN(d) ? 0 : weight.applyAsDouble(i) * d;
      total += Double.isNaN(d) ? 0 : weight.applyAsDouble(i);
    }
    double mean = total == 0 ? Double.NaN : sum / total;
    double spread = 0;
    for (int i = 0; i < rows; i++) {
      double d = kind.deviance(label.applyAsDouble(i), prediction.applyAsDouble(i)) - mean;
      spread += Double.isNaN(d) ? 0 : weight.applyAsDouble(i) * (d * d);
    }
    double error = total > 1 ? Math.sqrt(spread / total / (total - 1)) : Double.NaN;
    return new MeanDeviance(mean, error);
  }
}
