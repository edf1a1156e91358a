/** Input and output of bytes: files, standard input, limits, atomic files, input errors. */
@NullMarked
package org.slrm.io.source;

import org.jspecify.annotations.NullMarked;
