/** Predictions of labelled new rows compared with their labels. */
@NullMarked
package org.slrm.cli.report.evaluate;

import org.jspecify.annotations.NullMarked;
