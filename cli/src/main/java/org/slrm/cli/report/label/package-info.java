/** Sections on targets other than plain numbers. */
@NullMarked
package org.slrm.cli.report.label;

import org.jspecify.annotations.NullMarked;
