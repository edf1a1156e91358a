/**
 * Boosted trees on features with missing entries: histograms of whole numbers, a learned direction
 * for what is missing, exact contributions.
 */
@NullMarked
package org.slrm.internal.trees;

import org.jspecify.annotations.NullMarked;
