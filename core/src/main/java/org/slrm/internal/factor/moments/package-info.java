/** The factor model fitted to moments of pairs of columns instead of rows. */
@NullMarked
package org.slrm.internal.factor.moments;

import org.jspecify.annotations.NullMarked;
