/** Functions and rules of textbooks that the JDK does not have. Depends on nothing. */
@NullMarked
package org.slrm.internal.special;

import org.jspecify.annotations.NullMarked;
