/** A mixture of factor analysers: one factor model per component, and its member. */
@NullMarked
package org.slrm.internal.mixture;

import org.jspecify.annotations.NullMarked;
