/** Spark behind the command line's {@code --engine spark}. */
@org.jspecify.annotations.NullMarked
package org.slrm.spark.engine;
