/** Kills commands at random points and checks the remaining files. */
@NullMarked
package org.slrm.reliability.crash;

import org.jspecify.annotations.NullMarked;
