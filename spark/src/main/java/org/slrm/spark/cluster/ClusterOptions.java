package org.slrm.spark.cluster;

import java.util.List;
import org.slrm.method.LabelKind;
import org.slrm.method.MethodConfig;
import org.slrm.result.FitListener;

/**
 * Settings of a fit on a cluster.
 *
 * @param config the method: likelihood, mixture or auto
 * @param seed seed of all random numbers
 * @param folds number of folds of cross-validation, 0 for no validation
 * @param sampleRows maximum rows on the driver, for model selection and calibration
 * @param featureBlock columns per block of statistics; 0 to decide by their size, −1 for a single
 *     block
 * @param listener receives progress and may stop the fit
 * @param kinds label kind of each target; empty if all are numeric
 */
public record ClusterOptions(
    MethodConfig config,
    long seed,
    int folds,
    int sampleRows,
    int featureBlock,
    FitListener listener,
    List<LabelKind> kinds) {
  public ClusterOptions {
    kinds = List.copyOf(kinds);
  }
}
