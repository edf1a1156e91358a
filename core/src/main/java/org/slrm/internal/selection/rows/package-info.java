/** Where the rows of a candidate are, and the fits that candidates share. */
@org.jspecify.annotations.NullMarked
package org.slrm.internal.selection.rows;
