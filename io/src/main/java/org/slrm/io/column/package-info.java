/** What columns are: their kinds, and how records become rows of numbers. */
@NullMarked
package org.slrm.io.column;

import org.jspecify.annotations.NullMarked;
