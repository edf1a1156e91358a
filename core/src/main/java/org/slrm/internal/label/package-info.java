/** What labels are: the one place that knows how a prediction and a label belong together. */
@NullMarked
package org.slrm.internal.label;

import org.jspecify.annotations.NullMarked;
