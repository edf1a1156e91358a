package org.slrm.internal.special;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slrm.internal.check.Checks;

/** Standard errors of weighted means, of independent rows or of rows in clusters (V-1). */
public final class MeanError {
  private MeanError() {}

  /** Standard error of the mean of the values that are not NaN. */
  public static double of(double[] loss, double @Nullable [] weights, int @Nullable [] clusters) {
    double sum = 0;
    double total = 0;
    for (int i = 0; i < loss.length; i++) {
      sum += Double.isNaN(loss[i]) ? 0 : weight(weights, i) * loss[i];
      total += Double.isNaN(loss[i]) ? 0 : weight(weights, i);
    }
    double mean = sum / total;
    return clusters == null
        ? independent(loss, weights, mean, total)
        : clustered(loss, weights, clusters, mean, total);
  }

  private static double independent(
      double[] loss, double @Nullable [] weights, double mean, double total) {
    double spread = 0;
    for (int i = 0; i < loss.length; i++) {
      double deviation = loss[i] - mean;
      spread += Double.isNaN(deviation) ? 0 : weight(weights, i) * (deviation * deviation);
    }
    return total > 1 ? Math.sqrt(spread / total / (total - 1)) : Double.NaN;
  }

  private static double clustered(
      double[] loss, double @Nullable [] weights, int[] clusters, double mean, double total) {
    Checks.equal("number of clusters", clusters.length, "number of losses", loss.length);
    Map<Integer, Double> sums = new TreeMap<>();
    for (int i = 0; i < loss.length; i++) {
      double w = weight(weights, i);
      if (!Double.isNaN(loss[i]) && w > 0) {
        sums.merge(clusters[i], w * (loss[i] - mean), Double::sum);
      }
    }
    double g = sums.size();
    double spread = sums.values().stream().mapToDouble(s -> s * s).sum();
    return g > 1 ? Math.sqrt(g / (g - 1) * spread) / total : Double.NaN;
  }

  private static double weight(double @Nullable [] weights, int i) {
    return weights == null ? 1 : weights[i];
  }
}
