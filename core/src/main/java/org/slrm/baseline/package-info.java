/** The methods people would use instead, behind the same interface. */
@NullMarked
package org.slrm.baseline;

import org.jspecify.annotations.NullMarked;
