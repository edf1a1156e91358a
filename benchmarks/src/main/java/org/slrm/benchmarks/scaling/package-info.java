/** Growth of time and memory with rows, features, rank and observed fraction. */
@NullMarked
package org.slrm.benchmarks.scaling;

import org.jspecify.annotations.NullMarked;
