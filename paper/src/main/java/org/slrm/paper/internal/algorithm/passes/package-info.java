/**
 * What methods that pass over rows share: their settings and the one search for them, step sizes,
 * when passes end, what a tracker has learned.
 */
@NullMarked
package org.slrm.paper.internal.algorithm.passes;

import org.jspecify.annotations.NullMarked;
