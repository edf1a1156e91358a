/**
 * From settings to a fitted model: which solver stands behind which settings, the report, models as
 * plain values.
 */
@NullMarked
package org.slrm.internal.fit;

import org.jspecify.annotations.NullMarked;
