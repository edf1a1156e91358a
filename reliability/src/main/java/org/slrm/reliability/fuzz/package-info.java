/** Mutated inputs for everything that reads untrusted bytes, reproducible by seed. */
@NullMarked
package org.slrm.reliability.fuzz;

import org.jspecify.annotations.NullMarked;
