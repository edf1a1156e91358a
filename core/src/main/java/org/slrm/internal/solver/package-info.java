/** Interfaces of methods: data in scaled units in, members and a record of the fit out. */
@NullMarked
package org.slrm.internal.solver;

import org.jspecify.annotations.NullMarked;
