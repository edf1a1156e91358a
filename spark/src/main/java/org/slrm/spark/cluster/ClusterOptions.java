package org.slrm.spark.cluster;

import java.util.List;
import org.slrm.method.LabelKind;
import org.slrm.method.MethodConfig;
import org.slrm.result.FitListener;

/**
 * How rows on a cluster are fitted.
 *
 * @param config the method: likelihood, mixture or auto
 * @param seed everything random comes from it
 * @param folds of cross-validation, 0 for none
 * @param sampleRows most rows that come to the driver, to choose and to calibrate by
 * @param featureBlock columns per block of statistics; 0 to decide by their size, −1 for none
 * @param listener hears of progress, may stop
 * @param kinds what the targets are, one for each; none where all are numbers
 */
public record ClusterOptions(
    MethodConfig config,
    long seed,
    int folds,
    int sampleRows,
    int featureBlock,
    FitListener listener,
    List<LabelKind> kinds) {
  /** Copies the list. */
  public ClusterOptions {
    kinds = List.copyOf(kinds);
  }

  /** For targets that are numbers. */
  public ClusterOptions(
      MethodConfig config,
      long seed,
      int folds,
      int sampleRows,
      int featureBlock,
      FitListener listener) {
    this(config, seed, folds, sampleRows, featureBlock, listener, List.of());
  }
}
