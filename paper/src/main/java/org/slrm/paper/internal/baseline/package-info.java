/** Baselines: PCR, PLS, the corrected lasso, matrix completion. */
@NullMarked
package org.slrm.paper.internal.baseline;

import org.jspecify.annotations.NullMarked;
