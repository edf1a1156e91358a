package org.slrm.result;

import org.slrm.data.Checks;

/**
 * Errors of predictions; pairs with a NaN on either side are left out.
 *
 * <pre>{@code
 * double mse = Metrics.mse(labels, predictions);
 * }</pre>
 */
public final class Metrics {
  private Metrics() {}

  /** Mean squared error. */
  public static double mse(double[] label, double[] prediction) {
    return mean(label, prediction, r -> r * r);
  }

  /** Mean absolute error. */
  public static double mae(double[] label, double[] prediction) {
    return mean(label, prediction, Math::abs);
  }

  /** Standard error of the mean squared error. */
  public static double mseStandardError(double[] label, double[] prediction) {
    double mse = mse(label, prediction);
    double spread = mean(label, prediction, r -> (r * r - mse) * (r * r - mse));
    int n = 0;
    for (int i = 0; i < label.length; i++) {
      n += Double.isNaN(label[i]) || Double.isNaN(prediction[i]) ? 0 : 1;
    }
    return n < 2 ? Double.NaN : Math.sqrt(spread / (n - 1));
  }

  /** 1 − MSE / variance of the labels that count. */
  public static double r2(double[] label, double[] prediction) {
    checkLengths(label, prediction);
    double[] center = new double[label.length];
    double sum = 0;
    int n = 0;
    for (int i = 0; i < label.length; i++) {
      if (!Double.isNaN(label[i]) && !Double.isNaN(prediction[i])) {
        sum += label[i];
        n++;
      }
    }
    for (int i = 0; i < label.length; i++) {
      center[i] = Double.isNaN(prediction[i]) ? Double.NaN : sum / n;
    }
    return 1 - mse(label, prediction) / mse(label, center);
  }

  private static double mean(
      double[] label, double[] prediction, java.util.function.DoubleUnaryOperator loss) {
    checkLengths(label, prediction);
    double sum = 0;
    int n = 0;
    for (int i = 0; i < label.length; i++) {
      if (!Double.isNaN(label[i]) && !Double.isNaN(prediction[i])) {
        sum += loss.applyAsDouble(label[i] - prediction[i]);
        n++;
      }
    }
    return n == 0 ? Double.NaN : sum / n;
  }

  private static void checkLengths(double[] label, double[] prediction) {
    Checks.equal("number of predictions", prediction.length, "number of labels", label.length);
  }
}
