/** Fits by column names: from a table, records or a file to a named model with its report. */
@NullMarked
package org.slrm.io.train;

import org.jspecify.annotations.NullMarked;
