/** Regression by kernels on what a row's posterior knows. */
@NullMarked
package org.slrm.internal.kernel;

import org.jspecify.annotations.NullMarked;
