/** A long-running stream, to detect growth of memory. */
@NullMarked
package org.slrm.reliability.soak;

import org.jspecify.annotations.NullMarked;
