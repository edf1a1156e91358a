/** The page of a comparison. */
@NullMarked
package org.slrm.cli.report.compare;

import org.jspecify.annotations.NullMarked;
