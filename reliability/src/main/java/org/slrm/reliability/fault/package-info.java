/** A file system with injected faults, and the commands run on it. */
@NullMarked
package org.slrm.reliability.fault;

import org.jspecify.annotations.NullMarked;
