/** What solvers and models share. Not part of the public interface. */
@NullMarked
package org.slrm.internal;

import org.jspecify.annotations.NullMarked;
