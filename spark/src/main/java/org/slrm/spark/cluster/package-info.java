/** Fits on a cluster: models are selected on a sample and fitted to all rows. */
@NullMarked
package org.slrm.spark.cluster;

import org.jspecify.annotations.NullMarked;
