/** Commands killed at random points, and what is found afterwards. */
@NullMarked
package org.slrm.reliability.crash;

import org.jspecify.annotations.NullMarked;
