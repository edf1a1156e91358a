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
    // Each is asked once: who asks differs, and a loop around it would be compiled for each anew.
    double[] d = values(rows, loss);
    double[] w = values(rows, weight);
    double sum = 0;
    double total = 0;
    for (int i = 0; i < rows; i++) {
      sum += Double.isNaN(d[i]) ? 0 : w[i] * d[i];
      total += Double.isNaN(d[i]) ? 0 : w[i];
    }
    double mean = total == 0 ? Double.NaN : sum / total;
    double spread = 0;
    for (int i = 0; i < rows; i++) {
      double apart = d[i] - mean;
      spread += Double.isNaN(apart) ? 0 : w[i] * (apart * apart);
    }
    double error = total > 1 ? Math.sqrt(spread / total / (total - 1)) : Double.NaN;
    return new MeanLoss(mean, error);
  }

  private static double[] values(int rows, IntToDoubleFunction of) {
    double[] out = new double[rows];
    for (int i = 0; i < rows; i++) {
      out[i] = of.applyAsDouble(i);
    }
    return out;
  }
}
