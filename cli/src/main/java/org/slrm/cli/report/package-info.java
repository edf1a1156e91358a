/** The HTML report of a fit and of a comparison: one file that opens offline. */
@NullMarked
package org.slrm.cli.report;

import org.jspecify.annotations.NullMarked;
