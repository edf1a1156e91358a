/** Incomplete data: only known entries are held; what is absent is unknown. */
@NullMarked
package org.slrm.data;

import org.jspecify.annotations.NullMarked;
