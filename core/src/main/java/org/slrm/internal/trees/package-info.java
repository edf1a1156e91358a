/**
 * Boosted trees on features with missing entries: integer histograms, a learned side for missing
 * values, exact contributions.
 */
@NullMarked
package org.slrm.internal.trees;

import org.jspecify.annotations.NullMarked;
