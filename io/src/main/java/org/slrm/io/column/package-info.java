/** Kinds of columns, and the encoding of records as rows of numbers. */
@NullMarked
package org.slrm.io.column;

import org.jspecify.annotations.NullMarked;
