/**
 * Results of fits and models: predictions, explanations, reports, calibration, metrics and folds.
 * Data only, without sentences.
 */
@NullMarked
package org.slrm.result;

import org.jspecify.annotations.NullMarked;
