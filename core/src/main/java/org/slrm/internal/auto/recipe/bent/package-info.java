/** Candidates that are no line for a given pattern: trees, kernels, unions, curves. */
@org.jspecify.annotations.NullMarked
package org.slrm.internal.auto.recipe.bent;
