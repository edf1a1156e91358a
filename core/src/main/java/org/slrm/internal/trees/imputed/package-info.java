/** Boosted trees on imputed and raw features and a ridge prediction. */
@NullMarked
package org.slrm.internal.trees.imputed;

import org.jspecify.annotations.NullMarked;
