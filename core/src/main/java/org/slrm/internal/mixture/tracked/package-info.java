/** A union of subspaces that was tracked row by row, with a regression on each. */
@NullMarked
package org.slrm.internal.mixture.tracked;

import org.jspecify.annotations.NullMarked;
