/** A file system that fails where it is told to, and the commands run on it. */
@NullMarked
package org.slrm.reliability.fault;

import org.jspecify.annotations.NullMarked;
