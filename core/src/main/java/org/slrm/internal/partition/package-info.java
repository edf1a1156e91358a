/** Rows in partitions, read in passes or stored on a cluster, and fits from their sums. */
@NullMarked
package org.slrm.internal.partition;

import org.jspecify.annotations.NullMarked;
