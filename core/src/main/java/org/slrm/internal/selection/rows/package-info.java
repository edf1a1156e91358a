/** The rows of candidates, in memory or elsewhere, and the fits that candidates share. */
@org.jspecify.annotations.NullMarked
package org.slrm.internal.selection.rows;
