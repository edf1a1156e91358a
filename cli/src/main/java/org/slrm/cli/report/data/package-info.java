/** Distributions of the data and missingness patterns. */
@NullMarked
package org.slrm.cli.report.data;

import org.jspecify.annotations.NullMarked;
