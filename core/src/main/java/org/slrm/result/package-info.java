/** Results of fits and models as data: predictions, reports, calibration, metrics, folds. */
@NullMarked
package org.slrm.result;

import org.jspecify.annotations.NullMarked;
