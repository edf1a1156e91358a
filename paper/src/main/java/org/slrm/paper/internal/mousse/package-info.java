/** MOUSSE: subspaces tracked row by row, with a regression on each. */
@NullMarked
package org.slrm.paper.internal.mousse;

import org.jspecify.annotations.NullMarked;
