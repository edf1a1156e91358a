/** One class per method, steps as small classes. */
@NullMarked
package org.slrm.internal.solver;

import org.jspecify.annotations.NullMarked;
