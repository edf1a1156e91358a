/** Monotone feature transforms, their estimation, and members on transformed features. */
@NullMarked
package org.slrm.internal.transform;

import org.jspecify.annotations.NullMarked;
