/**
 * What columns are: kinds, missing tokens, numbers and dates, and how records become rows of
 * numbers.
 */
@NullMarked
package org.slrm.io.column;

import org.jspecify.annotations.NullMarked;
