/** Commands with everything they read and write, for crash and fault tests. */
@NullMarked
package org.slrm.reliability;

import org.jspecify.annotations.NullMarked;
