/** From settings to a fitted model: solvers, the report, models as plain values. */
@NullMarked
package org.slrm.internal.fit;

import org.jspecify.annotations.NullMarked;
