/** This module's methods as plug-ins: name, options, abilities and solver of each. */
@NullMarked
package org.slrm.paper.internal.spec;

import org.jspecify.annotations.NullMarked;
