/** Incomplete data: tables and rows with missing entries, their statistics and scaling. */
@NullMarked
package org.slrm.data;

import org.jspecify.annotations.NullMarked;
