/** Looks at a table before it is learned from, and warns. */
@NullMarked
package org.slrm.io.check;

import org.jspecify.annotations.NullMarked;
