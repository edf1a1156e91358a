/** How a row that counts any number of times acts, and what it leaves of those before it. */
@NullMarked
package org.slrm.internal.regression.counting;

import org.jspecify.annotations.NullMarked;
