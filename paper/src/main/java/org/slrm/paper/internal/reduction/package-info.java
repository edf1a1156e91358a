/** Sufficient dimension reduction: the few directions of a row that its label depends on. */
@NullMarked
package org.slrm.paper.internal.reduction;

import org.jspecify.annotations.NullMarked;
