/** Fits of rows that are spread over a cluster: the method on all of them, searches on a sample. */
@NullMarked
package org.slrm.spark.cluster;

import org.jspecify.annotations.NullMarked;
