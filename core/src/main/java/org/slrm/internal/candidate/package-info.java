/** Candidates for members of an ensemble: factor models, regressions, trees, kernels, mixtures. */
@org.jspecify.annotations.NullMarked
package org.slrm.internal.candidate;
