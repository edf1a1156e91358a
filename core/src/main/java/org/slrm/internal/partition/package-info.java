/** Rows in partitions, read in passes or stored on a cluster, and fits to them. */
@NullMarked
package org.slrm.internal.partition;

import org.jspecify.annotations.NullMarked;
