/** Estimated mechanisms of missingness, for reports. */
@NullMarked
package org.slrm.internal.mechanism;

import org.jspecify.annotations.NullMarked;
