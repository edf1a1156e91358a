/** Common parts of methods that pass over rows: settings and their search, step sizes, stopping. */
@NullMarked
package org.slrm.paper.internal.algorithm.passes;

import org.jspecify.annotations.NullMarked;
