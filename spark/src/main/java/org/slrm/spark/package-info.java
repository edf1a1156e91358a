/**
 * SLRM on Apache Spark: an Estimator and a Model with Spark ML's own conventions. Rows stay in
 * partitions; what they add up to is core's own.
 */
@org.jspecify.annotations.NullMarked
package org.slrm.spark;
