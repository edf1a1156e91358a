/** How fast the kernels, the solvers' steps and predictions are, and beside what. */
@org.jspecify.annotations.NullMarked
package org.slrm.benchmarks.speed;
