/**
 * A mixture of factor analysers: factor models that share the rows among them, and their member.
 */
@NullMarked
package org.slrm.internal.mixture;

import org.jspecify.annotations.NullMarked;
