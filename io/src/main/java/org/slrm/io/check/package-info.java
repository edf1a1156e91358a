/** Looks at a table before it is fitted, and says what a user should know. */
@NullMarked
package org.slrm.io.check;

import org.jspecify.annotations.NullMarked;
