/**
 * What fits and models answer: predictions, explanations, reports, calibration, metrics, folds and
 * a model taken apart. A leaf.
 */
@NullMarked
package org.slrm.result;

import org.jspecify.annotations.NullMarked;
