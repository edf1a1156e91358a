/** Encoded rows stored in binary blocks, for repeated passes without parsing. */
@NullMarked
package org.slrm.io.cache;

import org.jspecify.annotations.NullMarked;
