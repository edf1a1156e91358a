/** Nearest-neighbour imputation and regression on the imputed rows, for model files of 0.1.0. */
@NullMarked
package org.slrm.internal.neighbour;

import org.jspecify.annotations.NullMarked;
