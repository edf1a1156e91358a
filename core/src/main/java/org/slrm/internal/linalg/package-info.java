/** Small dense linear algebra on flat arrays. */
@NullMarked
package org.slrm.internal.linalg;

import org.jspecify.annotations.NullMarked;
