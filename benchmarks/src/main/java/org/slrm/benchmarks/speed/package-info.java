/** Speed of the kernels, the solvers' steps and predictions, compared with other tools. */
@org.jspecify.annotations.NullMarked
package org.slrm.benchmarks.speed;
