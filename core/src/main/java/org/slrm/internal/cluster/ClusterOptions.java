package org.slrm.internal.cluster;

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
 */
public record ClusterOptions(
    MethodConfig config,
    long seed,
    int folds,
    int sampleRows,
    int featureBlock,
    FitListener listener) {}
