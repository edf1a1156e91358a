package org.slrm.result;

import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.check.Checks;
import org.slrm.internal.special.MeanError;

/**
 * Errors of predictions; pairs with a NaN are ignored. Pairs may be weighted.
 *
 * <pre>{@code
 * double mse = Metrics.mse(labels, predictions);
 * }</pre>
 */
public final class Metrics {
  /**
   * Blocks of time that standard errors treat as independent. Batch means use 10 to 30 (Schmeiser
   * 1982); the smallest number allows for the slowest changes.
   */
  public static final int TIME_BLOCKS = 10;

  private Metrics() {}

  /** Mean squared error. */
  public static double mse(double[] label, double[] prediction) {
    return mse(label, prediction, null);
  }

  /** Weighted mean squared error; null weights are 1. */
  public static double mse(double[] label, double[] prediction, double @Nullable [] weights) {
    return mean(label, prediction, weights, r -> r * r);
  }

  /** Mean absolute error. */
  public static double mae(double[] label, double[] prediction) {
    return mean(label, prediction, null, Math::abs);
  }

  /** Standard error of the mean squared error. */
  public static double mseStandardError(double[] label, double[] prediction) {
    return mseStandardError(label, prediction, null);
  }

  /**
   * Standard error of the weighted mean squared error m, √(Σ w (e² − m)² / (W (W − 1))) with the
   * errors e and the sum W of weights; NaN where W is not above 1.
   */
  public static double mseStandardError(
      double[] label, double[] prediction, double @Nullable [] weights) {
    return mseStandardError(label, prediction, weights, null);
  }

  /** Standard error of the weighted mean squared error of rows in clusters. */
  public static double mseStandardError(
      double[] label, double[] prediction, double @Nullable [] weights, int @Nullable [] clusters) {
    checkLengths(label, prediction, weights);
    double[] squared = new double[label.length];
    for (int i = 0; i < squared.length; i++) {
      squared[i] = (label[i] - prediction[i]) * (label[i] - prediction[i]);
    }
    return meanStandardError(squared, weights, clusters);
  }

  /**
   * Standard error of the weighted mean m of losses d, without NaN losses. Independent rows: √(Σ w
   * (d − m)² / (W (W − 1))) with the sum W of weights. Rows in G clusters, with dependence within
   * clusters: √(G / (G − 1) Σ_g (Σ_{i in g} w_i (d_i − m))²) / W (V-1). NaN where W or G is not
   * above 1.
   *
   * @param weights weight of each row, null when all are 1
   * @param clusters number of each row's cluster, null when rows are independent
   */
  public static double meanStandardError(
      double[] loss, double @Nullable [] weights, int @Nullable [] clusters) {
    return MeanError.of(loss, weights, clusters);
  }

  /** 1 − MSE / variance of the labels. */
  public static double r2(double[] label, double[] prediction) {
    return r2(label, prediction, null);
  }

  /** 1 − weighted MSE / weighted variance of the labels. */
  public static double r2(double[] label, double[] prediction, double @Nullable [] weights) {
    checkLengths(label, prediction, weights);
    double[] center = new double[label.length];
    double sum = 0;
    double n = 0;
    for (int i = 0; i < label.length; i++) {
      if (paired(label, prediction, i)) {
        sum += weight(weights, i) * label[i];
        n += weight(weights, i);
      }
    }
    for (int i = 0; i < label.length; i++) {
      center[i] = Double.isNaN(prediction[i]) ? Double.NaN : sum / n;
    }
    return 1 - mse(label, prediction, weights) / mse(label, center, weights);
  }

  private static double mean(
      double[] label, double[] prediction, double @Nullable [] weights, DoubleUnaryOperator loss) {
    checkLengths(label, prediction, weights);
    double sum = 0;
    double n = 0;
    for (int i = 0; i < label.length; i++) {
      if (paired(label, prediction, i)) {
        sum += weight(weights, i) * loss.applyAsDouble(label[i] - prediction[i]);
        n += weight(weights, i);
      }
    }
    return n == 0 ? Double.NaN : sum / n;
  }

  private static boolean paired(double[] label, double[] prediction, int i) {
    return !Double.isNaN(label[i]) && !Double.isNaN(prediction[i]);
  }

  private static double weight(double @Nullable [] weights, int i) {
    return weights == null ? 1 : weights[i];
  }

  private static void checkLengths(
      double[] label, double[] prediction, double @Nullable [] weights) {
    Checks.equal("number of predictions", prediction.length, "number of labels", label.length);
    if (weights != null) {
      Checks.equal("number of weights", weights.length, "number of labels", label.length);
    }
  }
}
