/** Linear + RBF kernel ridge regression on factor scores or imputed features. */
@NullMarked
package org.slrm.internal.kernel;

import org.jspecify.annotations.NullMarked;
