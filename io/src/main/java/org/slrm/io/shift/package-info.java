/** Comparison of new rows with the training rows. */
@NullMarked
package org.slrm.io.shift;

import org.jspecify.annotations.NullMarked;
