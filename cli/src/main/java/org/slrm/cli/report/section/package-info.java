/** Sections that several pages share. */
@NullMarked
package org.slrm.cli.report.section;

import org.jspecify.annotations.NullMarked;
