/**
 * Fits of rows that are spread over machines. An engine implements {@link
 * org.slrm.internal.cluster.SpreadRows} and calls {@link org.slrm.internal.cluster.ClusterFit};
 * everything it computes is here.
 */
@NullMarked
package org.slrm.internal.cluster;

import org.jspecify.annotations.NullMarked;
