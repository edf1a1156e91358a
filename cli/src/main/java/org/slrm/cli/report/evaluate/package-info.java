/** Predictions of labelled new rows against their labels. */
@NullMarked
package org.slrm.cli.report.evaluate;

import org.jspecify.annotations.NullMarked;
