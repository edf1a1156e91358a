/** Mutated inputs for everything that takes bytes from strangers, repeatable by seed. */
@NullMarked
package org.slrm.reliability.fuzz;

import org.jspecify.annotations.NullMarked;
