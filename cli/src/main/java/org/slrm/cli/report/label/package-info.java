/** What a page says of targets that are not plain numbers. */
@NullMarked
package org.slrm.cli.report.label;

import org.jspecify.annotations.NullMarked;
