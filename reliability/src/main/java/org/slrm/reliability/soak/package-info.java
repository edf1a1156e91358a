/** A stream that runs for long, and whether its memory grows. */
@NullMarked
package org.slrm.reliability.soak;

import org.jspecify.annotations.NullMarked;
