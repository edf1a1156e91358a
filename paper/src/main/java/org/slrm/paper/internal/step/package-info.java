/** Steps that several of the paper's methods make. */
@NullMarked
package org.slrm.paper.internal.step;

import org.jspecify.annotations.NullMarked;
