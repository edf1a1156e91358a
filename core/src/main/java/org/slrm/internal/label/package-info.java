/** Label kinds: losses, targets and their calibration. */
@NullMarked
package org.slrm.internal.label;

import org.jspecify.annotations.NullMarked;
