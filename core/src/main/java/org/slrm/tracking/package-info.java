/** Subspace trackers behind one interface. */
@NullMarked
package org.slrm.tracking;

import org.jspecify.annotations.NullMarked;
