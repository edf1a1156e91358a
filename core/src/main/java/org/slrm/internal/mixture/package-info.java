/** A union of subspaces: factor models that share the rows among them, and their member. */
@NullMarked
package org.slrm.internal.mixture;

import org.jspecify.annotations.NullMarked;
