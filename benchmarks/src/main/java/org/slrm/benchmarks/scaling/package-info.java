/** How time and memory grow with rows, features, rank and observed share. */
@NullMarked
package org.slrm.benchmarks.scaling;

import org.jspecify.annotations.NullMarked;
