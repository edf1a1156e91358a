/** Rows completed by the rows nearest to them, and regression on what comes of it. */
@NullMarked
package org.slrm.internal.neighbour;

import org.jspecify.annotations.NullMarked;
