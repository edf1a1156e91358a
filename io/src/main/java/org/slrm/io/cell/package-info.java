/** What a cell says: a number, a date, or that it is missing. */
@NullMarked
package org.slrm.io.cell;

import org.jspecify.annotations.NullMarked;
