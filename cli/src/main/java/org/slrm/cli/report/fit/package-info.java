/** The page of a fit. */
@NullMarked
package org.slrm.cli.report.fit;

import org.jspecify.annotations.NullMarked;
