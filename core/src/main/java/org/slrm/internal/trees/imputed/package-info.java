/** Trees that see imputed features beside the raw ones, and what a line predicts from them. */
@NullMarked
package org.slrm.internal.trees.imputed;

import org.jspecify.annotations.NullMarked;
