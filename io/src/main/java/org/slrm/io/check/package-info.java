/** Checks training tables and creates warnings. */
@NullMarked
package org.slrm.io.check;

import org.jspecify.annotations.NullMarked;
