/** Subspace trackers behind one interface. */
@NullMarked
package org.slrm.paper.tracking;

import org.jspecify.annotations.NullMarked;
