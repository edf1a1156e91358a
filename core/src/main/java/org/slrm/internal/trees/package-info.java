/** Boosted trees: integer histograms, a learned side for missing values, contributions. */
@NullMarked
package org.slrm.internal.trees;

import org.jspecify.annotations.NullMarked;
