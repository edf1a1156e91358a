/** Rows saved once in binary blocks, to be visited again and again without parsing. */
@NullMarked
package org.slrm.io.cache;

import org.jspecify.annotations.NullMarked;
