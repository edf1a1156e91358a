/**
 * SLRM on Apache Spark: an Estimator and a Model with Spark ML's own conventions. Rows stay in
 * partitions; core sums their statistics.
 */
@org.jspecify.annotations.NullMarked
package org.slrm.spark;
