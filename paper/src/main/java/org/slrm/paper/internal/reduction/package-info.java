/** Sufficient dimension reduction. */
@NullMarked
package org.slrm.paper.internal.reduction;

import org.jspecify.annotations.NullMarked;
