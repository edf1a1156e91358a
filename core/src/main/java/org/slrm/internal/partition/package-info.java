/** Rows in partitions, read in passes or kept on a cluster, and the fits that add up their sums. */
@NullMarked
package org.slrm.internal.partition;

import org.jspecify.annotations.NullMarked;
