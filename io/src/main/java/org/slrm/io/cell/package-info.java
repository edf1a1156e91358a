/** The content of a cell: a number, a date, or a missing value. */
@NullMarked
package org.slrm.io.cell;

import org.jspecify.annotations.NullMarked;
