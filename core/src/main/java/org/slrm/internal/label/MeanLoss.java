package org.slrm.internal.label;

import java.util.function.IntToDoubleFunction;

/**
 * Mean loss of predictions (a deviance, a score), each row counting as its weight says; rows whose
 * loss is unknown, for want of a label or a prediction, are left out.
 *
 * @param value the mean, NaN without rows
 * @param standardError √(Σ w (d − mean)² / (W (W − 1))) with the losses d and the sum W of weights
 */
public record MeanLoss(double value, double standardError) {
  /** Over the rows from 0 on. */
  public static MeanLoss of(int rows, IntToDoubleFunction loss, IntToDoubleFunction weight) {
    double sum = 0;
    double total = 0;
    for (int i = 0; i < rows; i++) {
      double d = loss.applyAsDouble(i);
      sum += Double.isNaN(d) ? 0 : weight.applyAsDouble(i) * d;
      total += Double.isNaN(d) ? 0 : weight.applyAsDouble(i);
    }
    double mean = total == 0 ? Double.NaN : sum / total;
    double spread = 0;
    for (int i = 0; i < rows; i++) {
      double d = loss.applyAsDouble(i) - mean;
      spread += Double.isNaN(d) ? 0 : weight.applyAsDouble(i) * (d * d);
    }
    double error = total > 1 ? Math.sqrt(spread / total / (total - 1)) : Double.NaN;
    return new MeanLoss(mean, error);
  }
}
